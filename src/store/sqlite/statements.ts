import type { Database, RunResult } from "better-sqlite3";
import {
  type CompiledStatement,
  compiledStatement,
  type Definitions,
  STATEMENT_NAMES,
  type StatementName,
} from "./compiled-statements.ts";

type Values = Record<string, unknown>;

/** A statement of one connection, with the types that Drizzle gives its definition. */
type Prepared<K extends StatementName> = Pick<ReturnType<Definitions[K]>, "all" | "get" | "run">;

export type Statements = { readonly [K in StatementName]: Prepared<K> };

/** The prepared statements of one connection, each made when first asked for. */
export function statements(raw: Database): Statements {
  const made = {};
  for (const name of STATEMENT_NAMES)
    Object.defineProperty(made, name, {
      configurable: true,
      get() {
        const value = prepare(raw, compiledStatement(name));
        Object.defineProperty(made, name, { value });
        return value;
      },
    });
  return made as Statements;
}

function prepare(raw: Database, { sql, parameters, columns }: CompiledStatement) {
  const statement = raw.prepare<unknown[], unknown[]>(sql);
  // Rows as lists: two columns of a join may have one name.
  if (columns) statement.raw();

  function bound(values: Values): unknown[] {
    return parameters.map((parameter) => {
      if ("value" in parameter) return parameter.value;
      const { name, json } = parameter;
      if (!(name in values)) throw new Error(`no value for the parameter ${name}`);
      return json ? JSON.stringify(values[name]) : values[name];
    });
  }

  function row(cells: unknown[]): Values {
    const named: Values = {};
    columns?.forEach(({ name, json }, index) => {
      const cell = cells[index];
      named[name] = json && cell !== null ? JSON.parse(cell as string) : cell;
    });
    return named;
  }

  return {
    run: (values: Values): RunResult => statement.run(...bound(values)),
    get(values: Values): Values | undefined {
      const cells = statement.get(...bound(values));
      return cells && row(cells);
    },
    all: (values: Values): Values[] => statement.all(...bound(values)).map(row),
  };
}
