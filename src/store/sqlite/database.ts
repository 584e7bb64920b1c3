import BetterSqlite3 from "better-sqlite3";
import { SneqError } from "../../errors.ts";
import { APPLICATION_ID, inspectFile, repositoryError } from "./file.ts";
import { hold } from "./held.ts";
import { SCHEMA_VERSION } from "./schema-version.ts";
import { useWriteAheadLog } from "./write-ahead-log.ts";

/** How long a call waits for another process's transaction. */
export const BUSY_TIMEOUT_MS = 10_000;

/** An open file. */
export interface Connection {
  path: string;
  raw: BetterSqlite3.Database;
  writable: boolean;
}

/**
 * Opens a database that exists, or with `create` makes it. Null when it is absent.
 * @throws SneqError REPOSITORY_ERROR naming the path and the cause; a file that is not ours is left untouched.
 */
export async function connect(path: string, mode: "read" | "write" | "create"): Promise<Connection | null> {
  const memory = path === ":memory:";
  const name = memory ? path : nameForSqlite(path);
  const absent = memory || inspectFile(path) === "absent";
  if (absent && mode !== "create") return null;
  if (absent && path.endsWith("/")) throw repositoryError(path, "names a folder, not a database file");
  try {
    const raw = new BetterSqlite3(name, { readonly: mode === "read", timeout: BUSY_TIMEOUT_MS });
    hold(raw);
    try {
      const writable = mode !== "read";
      const version = await currentVersion(raw, path, writable);
      if (version === null) {
        raw.close();
        return null;
      }
      if (writable) {
        raw.exec("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
        if (!memory && raw.pragma("journal_mode", { simple: true }) !== "wal") useWriteAheadLog(raw);
      }
      return { path, raw, writable };
    } catch (error) {
      raw.close();
      throw error;
    }
  } catch (error) {
    throw explain(error, path);
  }
}

/** The path such that better-sqlite3, which trims it, opens the file that was inspected, and no other one. */
function nameForSqlite(path: string): string {
  if (path !== path.trimEnd()) throw repositoryError(path, "ends with white space; give the file another name");
  return path === path.trimStart() ? path : `./${path}`;
}

/** The schema is brought up to date here; one PRAGMA when it already is. Null when the file turned out to be empty. */
async function currentVersion(raw: BetterSqlite3.Database, path: string, writable: boolean): Promise<number | null> {
  const version = raw.pragma("user_version", { simple: true }) as number;
  if (version > SCHEMA_VERSION)
    throw repositoryError(
      path,
      `was written by a newer version (schema ${version}, this one knows ${SCHEMA_VERSION}); upgrade sneq-engine`,
    );
  if (version === SCHEMA_VERSION && raw.pragma("application_id", { simple: true }) === APPLICATION_ID) return version;
  if (version === 0 && !writable && raw.prepare("select count(*) from sqlite_master").pluck().get() === 0) return null;
  if (writable) {
    const { migrate } = await import("./migrate.ts");
    migrate(raw);
    return SCHEMA_VERSION;
  }
  // A read of an older file needs the newer tables too: open it once for writing.
  const upgraded = await connect(path, "write");
  upgraded?.raw.close();
  return SCHEMA_VERSION;
}

const CAUSES: Record<string, string> = {
  SQLITE_BUSY: `is still locked by another process after ${BUSY_TIMEOUT_MS / 1000} seconds; try again`,
  SQLITE_LOCKED: "is locked",
  SQLITE_NOTADB: "is not a database",
  SQLITE_CORRUPT: "is corrupt; restore it from a backup",
  SQLITE_FULL: "cannot grow: the disk is full",
  SQLITE_READONLY: "cannot be written: the file or its folder is read-only",
  SQLITE_CANTOPEN:
    "cannot be opened: its folder is missing, or is read-only so that the write-ahead log cannot be made; copy the file to a writable folder",
  SQLITE_IOERR: "cannot be read or written: the disk reports an error",
  SQLITE_PERM: "may not be accessed",
  SQLITE_TOOBIG: "cannot hold a value of that size",
};

export function closedError(path: string, cause?: Error): SneqError {
  return repositoryError(path, "was closed together with its engine", { cause });
}

/** Turns an error of SQLite into one that names the file and the cause; leaves every other error alone. */
export function explain(error: unknown, path: string): unknown {
  if (SneqError.is(error)) return error;
  if (error instanceof TypeError && error.message.includes("directory does not exist"))
    return repositoryError(path, "cannot be created: its folder is missing", { cause: error });
  // A call that had asked for its turn when the store was closed.
  if (error instanceof TypeError && error.message.includes("connection is not open")) return closedError(path, error);
  if (lacksBinary(error))
    return repositoryError(
      path,
      "cannot be opened: better-sqlite3 is not compiled for this Node; run npm rebuild better-sqlite3 where sneq-engine is installed, or install it again and allow the script (npm: --allow-scripts=better-sqlite3, pnpm: --allow-build=better-sqlite3)",
      { cause: error },
    );
  if (!(error instanceof BetterSqlite3.SqliteError)) return error;
  const family = error.code.split("_").slice(0, 2).join("_");
  return repositoryError(path, CAUSES[family] ?? `cannot be used (${error.code}: ${error.message})`, { cause: error });
}

/** Of an installation without install scripts, or one made with another version of Node. */
function lacksBinary(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ERR_DLOPEN_FAILED") return true;
  return code === "MODULE_NOT_FOUND" ? /better_sqlite3/.test(message) : /^Could not locate the bindings/.test(message);
}
