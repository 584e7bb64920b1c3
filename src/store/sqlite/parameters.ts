import { sql } from "drizzle-orm";
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3";

/** What a statement is prepared on. */
export type Db = BetterSQLite3Database;

/** A parameter of a prepared statement, by its name. */
export const p = sql.placeholder;

/** A list parameter of any length, given as JSON, in one prepared statement. */
export const listed = (name: string) => sql`(select value from json_each(${p(name)}))`;
