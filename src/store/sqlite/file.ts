import { closeSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { SneqError } from "../../errors.ts";

/** "SNEQ" in the header of every file that is ours. */
export const APPLICATION_ID = 0x534e4551;

const TRUNCATED = "is truncated: the end of the file is missing";
const MAGIC = "SQLite format 3\u0000";

export function repositoryError(path: string, cause: string, options?: ErrorOptions): SneqError {
  return new SneqError("REPOSITORY_ERROR", `${path}: ${cause}`, { path, cause }, options);
}

/**
 * What is at a path, judged from its first bytes before SQLite touches it: opening another program's file could already
 * leave traces beside it. `absent` is no file, or one of 0 bytes.
 * @throws SneqError REPOSITORY_ERROR when something else is there.
 */
export function inspectFile(path: string): "absent" | "ours" {
  const stats = statOrNull(path);
  if (!stats) return "absent";
  if (stats.isDirectory()) throw repositoryError(path, "is a folder, not a database file");
  if (!stats.isFile()) throw repositoryError(path, "is no regular file");
  if (stats.size === 0) return "absent";
  // Before the header is read: a file being created has a journal until its header is whole.
  if (creationWasCut(path)) return "ours";
  const header = readHeader(path);
  if (header.toString("latin1", 0, 16) !== MAGIC) throw repositoryError(path, "is not a database");
  // Measured after the header was read: another process may have been growing the file since it was found.
  const size = sizeOf(path);
  if (size < header.length) throw repositoryError(path, TRUNCATED);
  if (header.readUInt32BE(68) !== APPLICATION_ID)
    throw repositoryError(path, "is another program's SQLite database; give a path of its own");
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  // While a write-ahead log is being copied back, the first page may already count pages that are still to come.
  if (size < pageSize * header.readUInt32BE(28) && !sizeOf(`${path}-wal`)) throw repositoryError(path, TRUNCATED);
  return "ours";
}

function readHeader(path: string): Buffer {
  const header = Buffer.alloc(100);
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    readSync(file, header, 0, 100, 0);
  } catch (error) {
    throw repositoryError(path, `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown"})`, {
      cause: error,
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
  return header;
}

/** A process that died while it created the file leaves a journal that says the file was empty: SQLite rolls it back. */
function creationWasCut(path: string): boolean {
  if (!sizeOf(`${path}-journal`)) return false;
  try {
    const journal = readHeader(`${path}-journal`);
    return journal.readUInt32BE(0) === 0xd9d505f9 && journal.readUInt32BE(16) === 0;
  } catch (error) {
    // Gone since it was seen: the process that creates the file is done, and the header is whole.
    if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === "ENOENT") return false;
    throw error;
  }
}

function sizeOf(path: string): number {
  return statOrNull(path)?.size ?? 0;
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw repositoryError(path, `cannot be reached (${code ?? "unknown"})`, { cause: error });
  }
}
