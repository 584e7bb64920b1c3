import { setTimeout as sleep } from "node:timers/promises";
import BetterSqlite3, { type Database } from "better-sqlite3";
import { BUSY_TIMEOUT_MS } from "./database.ts";

/** The longest pause between two tries for the write lock. */
const LONGEST_PAUSE_MS = 25;

/**
 * Begins a transaction, waiting for another process's. SQLite's own waiting asks ever more rarely the longer it lasts, so that
 * among many writers the oldest starves; here all of them ask equally often, and the process is not blocked meanwhile.
 */
export async function beginTransaction(raw: Database, begin: "BEGIN" | "BEGIN IMMEDIATE"): Promise<void> {
  if (begin === "BEGIN") {
    raw.exec(begin);
    return;
  }
  const deadline = Date.now() + BUSY_TIMEOUT_MS;
  try {
    for (;;)
      try {
        raw.exec(`PRAGMA busy_timeout = 0; ${begin}`);
        return;
      } catch (error) {
        const busy = error instanceof BetterSqlite3.SqliteError && error.code.startsWith("SQLITE_BUSY");
        if (!busy || Date.now() >= deadline) throw error;
        await sleep(1 + Math.random() * LONGEST_PAUSE_MS);
      }
  } finally {
    raw.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
