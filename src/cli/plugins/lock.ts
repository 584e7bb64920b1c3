import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { pluginsFailure } from "./failure.ts";

const RETRY_MS = 100;
const HEARTBEAT_MS = 10_000;
/** A lock that its holder did not touch for this long belongs to nobody, even if a process of that id exists. */
const ABANDONED_MS = 60_000;

interface Holder {
  token: string;
  pid: number;
  host: string;
}

/**
 * Runs `work` while no other process changes the plugins. A lock left by a process that is gone is taken over.
 * @throws SneqError BUSY when another process holds it for longer than `patienceMs`.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, patienceMs = 180_000): Promise<T> {
  const token = randomUUID();
  const until = performance.now() + patienceMs;
  while (!take(path, token)) {
    if (isAbandoned(path)) await takeAway(path);
    else if (performance.now() > until)
      throw pluginsFailure("BUSY", `Another process is changing the plugins. If there is none, delete ${path}.`);
    else await sleep(RETRY_MS);
  }
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (holderOf(path)?.token === token) rmSync(path, { force: true });
  }
}

function take(path: string, token: string): boolean {
  try {
    writeFileSync(path, JSON.stringify({ token, pid: process.pid, host: hostname() } satisfies Holder), { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A holder on another machine cannot be asked, and an empty file is one being written: both are told by their age. */
function isAbandoned(path: string): boolean {
  if (isUntouched(path)) return true;
  const holder = holderOf(path);
  return holder !== undefined && holder.host === hostname() && !isAlive(holder.pid);
}

/** Removes an abandoned lock. One process at a time, so that none removes the lock that another has just taken in its place. */
async function takeAway(path: string): Promise<void> {
  const turn = `${path}.takeover`;
  try {
    mkdirSync(turn);
  } catch {
    if (isUntouched(turn)) removeFolder(turn);
    await sleep(RETRY_MS);
    return;
  }
  try {
    if (isAbandoned(path)) rmSync(path, { force: true });
  } finally {
    removeFolder(turn);
  }
}

function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Another process was sooner.
  }
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The lock was taken away; the work goes on, and does not take the other's away.
  }
}

function isUntouched(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS;
}

function holderOf(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
