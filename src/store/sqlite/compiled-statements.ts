import { is, Param, Placeholder, SQL } from "drizzle-orm";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { SQLiteInteger, SQLiteText, SQLiteTextJson } from "drizzle-orm/sqlite-core";
import { READS } from "./read-statements.ts";
import { WRITES } from "./write-statements.ts";

const DEFINITIONS = { ...READS, ...WRITES };

export type Definitions = typeof DEFINITIONS;
export type StatementName = keyof Definitions;

/**
 * A statement as Drizzle writes it, in plain data. The build keeps these: writing the SQL of the few statements of one call takes
 * longer than all that SQLite does in it.
 */
export interface CompiledStatement {
  sql: string;
  /** In the order of the question marks: a named parameter, or what the definition itself holds. */
  parameters: ({ name: string; json: boolean } | { value: unknown })[];
  /** The columns of a row, in order; null when no rows are asked for. */
  columns: { name: string; json: boolean }[] | null;
}

export const STATEMENT_NAMES = Object.keys(DEFINITIONS) as StatementName[];

/** What Drizzle holds of a prepared query, which its types keep to themselves. */
interface Prepared {
  query: { sql: string; params: unknown[] };
  fields?: { path: string[]; field: unknown }[] | undefined;
}

// Only the text of a statement is wanted, so there is nothing to prepare it on.
const writer = drizzle({ client: { prepare: () => null } as never });

export function compiledStatement(name: StatementName): CompiledStatement {
  const { query, fields } = DEFINITIONS[name](writer) as unknown as Prepared;
  return {
    sql: query.sql,
    parameters: query.params.map((parameter) => {
      if (is(parameter, Placeholder)) return { name: parameter.name, json: false };
      if (is(parameter, Param) && is(parameter.value, Placeholder))
        return { name: parameter.value.name, json: isJson(parameter.encoder) };
      return { value: parameter };
    }),
    columns:
      fields?.map(({ path, field }) => ({ name: path.join("."), json: !is(field, SQL.Aliased) && isJson(field) })) ??
      null,
  };
}

/** Whether a column's values are JSON text in the file; the others are there as they are. */
function isJson(column: unknown): boolean {
  if (is(column, SQLiteTextJson)) return true;
  if (is(column, SQLiteText) || is(column, SQLiteInteger) || is(column, SQL)) return false;
  throw new Error("a column of a kind that compiled statements do not know");
}
