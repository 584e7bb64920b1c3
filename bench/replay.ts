import BetterSqlite3 from "better-sqlite3";

/** One run of a statement, as better-sqlite3 was asked for it. */
interface Run {
  sql: string;
  method: "run" | "get" | "all";
  raw: boolean;
  parameters: unknown[];
}

/** What one call had SQLite do, in order; a string is a statement of a transaction. */
export type Recording = (Run | string)[];

type Statement = Record<Run["method"], (...parameters: unknown[]) => unknown> & {
  source: string;
  raw(on?: boolean): Statement;
};

/** Statements that answer with arrays instead of objects. */
const raws = new WeakSet<Statement>();
const { statement, database } = prototypes();
const { raw: makeRaw } = statement;
// Before the engine prepares its own.
statement.raw = function (this: Statement, on = true) {
  if (on) raws.add(this);
  return makeRaw.call(this, on);
};

/** What every statement and every connection of this process has its methods from. */
function prototypes() {
  const probe = new BetterSqlite3(":memory:");
  const statement = Object.getPrototypeOf(probe.prepare("select 1")) as Statement;
  const database = Object.getPrototypeOf(probe) as BetterSqlite3.Database;
  probe.close();
  return { statement, database };
}

/** The statements of a call. Its pragmas are left out: they are the engine's affair. */
export async function recorded(call: () => Promise<unknown>): Promise<Recording> {
  const { run, get, all } = statement;
  const { exec } = database;
  const found: Recording = [];
  for (const [method, original] of Object.entries({ run, get, all }) as [Run["method"], typeof run][])
    statement[method] = function (this: Statement, ...parameters) {
      found.push({ sql: this.source, method, raw: raws.has(this), parameters });
      return original.apply(this, parameters);
    };
  database.exec = function (sql) {
    const kept = sql.split(";").filter((part) => part.trim() !== "" && !/^\s*pragma/i.test(part));
    if (kept.length > 0) found.push(kept.join(";"));
    return exec.call(this, sql);
  };
  try {
    await call();
  } finally {
    Object.assign(statement, { run, get, all });
    database.exec = exec;
  }
  return found;
}

/** The same statements with the same parameters, on a connection with nothing around it. */
export function replayer(path: string) {
  const raw = new BetterSqlite3(path);
  raw.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  const prepared = new Map<string, Statement>();
  const statementOf = ({ sql, raw: arrays }: Run): Statement => {
    const key = `${arrays}${sql}`;
    const known = prepared.get(key);
    if (known) return known;
    const made = raw.prepare(sql) as unknown as Statement;
    if (arrays) made.raw();
    prepared.set(key, made);
    return made;
  };
  return {
    replay(calls: Recording): void {
      for (const one of calls)
        if (typeof one === "string") raw.exec(one);
        else statementOf(one)[one.method](...one.parameters);
    },
    close: () => raw.close(),
  };
}
