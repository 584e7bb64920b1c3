import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, rm, rmdir, stat, utimes } from "node:fs/promises";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { failure } from "../failure.ts";
import { makeFolder } from "./private-file.ts";

const RETRY_MS = 40;
const HEARTBEAT_MS = 10_000;
/** A lock whose holder did not touch it for this long belongs to nobody, even if a process of that id exists. */
const ABANDONED_MS = 60_000;

interface Holder {
  token: string;
  pid: number;
  host: string;
}

/**
 * Runs `work` while this process alone holds `path`. Waits for another holder up to `timeoutMs`, then throws TIMEOUT. The lock
 * of a process that has died is taken over at once.
 */
export async function withLock<T>(
  path: string,
  options: { timeoutMs: number; signal?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const token = randomUUID();
  await acquire(path, token, options);
  const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => {}), HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if ((await holder(path))?.token === token) await rm(path, { force: true });
  }
}

async function acquire(
  path: string,
  token: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await claim(path, token))) {
    if (await abandoned(path)) await takeAway(path);
    else if (signal?.aborted || performance.now() > deadline) throw busy(path, await holder(path));
    else await sleep(RETRY_MS);
  }
}

/** The lock appears with its content in one step: a draft is linked to the name, which fails when the name is taken. */
async function claim(path: string, token: string): Promise<boolean> {
  if (await exists(path)) return false;
  await makeFolder(path);
  const draft = `${path}.${token}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(JSON.stringify({ token, pid: process.pid, host: hostname() } satisfies Holder));
  } finally {
    await file.close();
  }
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function abandoned(path: string): Promise<boolean> {
  if (await untouched(path)) return true;
  const by = await holder(path);
  return by !== undefined && by.host === hostname() && !isAlive(by.pid);
}

/** Removes an abandoned lock. One process at a time, so that none removes the lock that another has just taken in its place. */
async function takeAway(path: string): Promise<void> {
  const turn = `${path}.takeover`;
  try {
    await mkdir(turn);
  } catch {
    if (await untouched(turn)) await rmdir(turn).catch(() => {});
    return sleep(RETRY_MS);
  }
  try {
    if (await abandoned(path)) await rm(path, { force: true });
  } finally {
    await rmdir(turn).catch(() => {});
  }
}

async function untouched(path: string): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ABANDONED_MS,
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function holder(path: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

function busy(path: string, by: Holder | undefined) {
  const who = by ? `process ${by.pid} on ${by.host}` : "another process";
  return failure("TIMEOUT", `The session is in use by ${who}. Wait for it to end, or remove ${path} if it has.`);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
