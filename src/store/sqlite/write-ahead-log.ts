import type { Database } from "better-sqlite3";

/** Outside the transaction, as SQLite demands; when another process is in the way, its own call does it or the next one. */
export function useWriteAheadLog(raw: Database): void {
  try {
    raw.pragma("journal_mode = WAL");
  } catch {
    // Rollback journals are as safe, only slower beside readers.
  }
}
