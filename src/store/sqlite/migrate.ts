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
  // References are checked at the end: a migration may rebuild a table others point to.
  raw.pragma("foreign_keys = OFF");
  raw.exec("BEGIN IMMEDIATE");
  try {
    const done = raw.pragma("user_version", { simple: true }) as number;
    for (const migration of migrations.slice(done)) for (const statement of migration.sql) raw.exec(statement);
    raw.pragma(`user_version = ${migrations.length}`);
    raw.pragma(`application_id = ${APPLICATION_ID}`);
    raw.exec("COMMIT");
  } catch (error) {
    if (raw.inTransaction) raw.exec("ROLLBACK");
    throw error;
  }
  raw.pragma("foreign_keys = ON");
}
