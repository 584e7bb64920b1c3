import type BetterSqlite3 from "better-sqlite3";

/** The ABI of Node 24. */
const ABORTING_ABI = "137";

interface Native {
  prepare(...args: unknown[]): object;
}

const held: object[] = [];

/**
 * Keeps a connection and its statements for as long as the process lasts, where collecting them would end it: a better-sqlite3 12
 * that was compiled against Node 24.19 or later aborts when one is collected while no JavaScript runs
 * (https://github.com/nodejs/node/issues/65446). A connection's statements are few, and made once.
 */
export function hold(raw: BetterSqlite3.Database, abi = process.versions.modules): void {
  if (abi !== ABORTING_ABI) return;
  // better-sqlite3 makes the statements of pragmas by itself, from the native database that it keeps under a symbol.
  for (const key of Object.getOwnPropertySymbols(raw)) {
    const native = (raw as unknown as Record<symbol, Partial<Native>>)[key];
    const prepare = native?.prepare;
    if (!native || !prepare) continue;
    held.push(raw);
    native.prepare = (...args) => {
      const statement = prepare.apply(native, args);
      held.push(statement);
      return statement;
    };
  }
}
