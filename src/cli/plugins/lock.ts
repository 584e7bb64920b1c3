import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { pluginsFailure } from "./failure.ts";

const RETRY_MS = 100;

/**
 * Runs `work` while no other process changes the plugins. A lock left by a process that is gone is taken over.
 * @throws SneqError BUSY when another process holds it for longer than `patienceMs`.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, patienceMs = 180_000): Promise<T> {
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), at: Date.now() });
  const until = Date.now() + patienceMs;
  while (!take(path, mine)) {
    const holder = read(path);
    if (holder !== undefined && isGone(holder)) clear(path, holder);
    else if (Date.now() > until)
      throw pluginsFailure("BUSY", `Another process is changing the plugins. If there is none, delete ${path}.`);
    else await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** A holder on another machine cannot be asked, and is waited for. An empty file is one being written. */
function isGone(holder: string): boolean {
  try {
    const { pid, host } = JSON.parse(holder) as { pid: number; host: string };
    if (host !== hostname()) return false;
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH";
  }
}

/** Moves the dead lock aside; should a living one have come in its place meanwhile, that one goes back. */
function clear(path: string, dead: string): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = read(aside);
  if (moved !== undefined && moved !== dead) take(path, moved);
  rmSync(aside, { force: true });
}
