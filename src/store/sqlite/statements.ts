import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";
import { READS } from "./read-statements.ts";
import { WRITES } from "./write-statements.ts";

const STATEMENTS = { ...READS, ...WRITES };

export type Statements = { readonly [K in keyof typeof STATEMENTS]: ReturnType<(typeof STATEMENTS)[K]> };

/** The prepared statements of one connection, each made when first asked for. */
export function statements(db: BetterSQLite3Database): Statements {
  const made = {} as Statements;
  for (const name of Object.keys(STATEMENTS) as (keyof Statements)[])
    Object.defineProperty(made, name, {
      configurable: true,
      get() {
        const value = STATEMENTS[name](db);
        Object.defineProperty(made, name, { value });
        return value;
      },
    });
  return made;
}
