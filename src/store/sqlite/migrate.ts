import type { Database } from "better-sqlite3";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { packagePath } from "../../package-root.ts";
import { APPLICATION_ID } from "./file.ts";

/**
 * Applies the migrations that a file lacks, in one transaction that also marks the file as ours: several processes may
 * create one file at once, and one that dies leaves nothing behind. Drizzle's own migrator checks before it locks.
 */
export function migrate(raw: Database, folder: string = packagePath("migrations")): void {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  // A migration may rebuild a table that others point to: references are checked at the end.
  raw.pragma("foreign_keys = OFF");
  raw.exec("BEGIN IMMEDIATE");
  try {
    const done = raw.pragma("user_version", { simple: true }) as number;
    for (const migration of migrations.slice(done)) for (const statement of migration.sql) raw.exec(statement);
    const orphans = raw.pragma("foreign_key_check") as unknown[];
    if (orphans.length > 0) throw new Error(`the migration would leave ${orphans.length} rows that refer to nothing`);
    raw.pragma(`user_version = ${migrations.length}`);
    raw.pragma(`application_id = ${APPLICATION_ID}`);
    raw.exec("COMMIT");
  } catch (error) {
    if (raw.inTransaction) raw.exec("ROLLBACK");
    throw error;
  }
  raw.pragma("foreign_keys = ON");
}
