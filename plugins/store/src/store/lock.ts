import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode, StoreFailure } from "../model/failure.ts";
import { makeStoreFolder, type Store } from "./containment.ts";

/** Longest wait for another writer, in milliseconds. A write holds its lock for a few. */
const PATIENCE_MS = 20_000;
/** A claim of another machine, whose processes cannot be asked, counts as dead at this age in milliseconds. */
const FOREIGN_CLAIM_MS = 60_000;
/** First and longest pause between two looks at the claims, in milliseconds. */
const PAUSE_MS = { first: 3, longest: 24 };

const LOCK_FOLDER = ".locks";

interface Claim {
  name: string;
  ticket: string;
  host: string;
  pid: number;
  started: string;
}

/**
 * Runs `work` while no other process that locks the same key runs its own.
 *
 * Each writer announces itself with a file of a name of its own, then looks: it holds the lock when it sees no
 * other live claim. Of two who see each other the later ticket withdraws and the earlier waits. A claim names its
 * process, so that one left by a dead process is recognised and removed by anybody, without a race: its name is
 * never used again.
 * @throws StoreFailure when other writers keep the lock for longer than 20 s
 */
export async function withLock<T>(store: Store, key: string, label: string, work: () => T): Promise<T> {
  const folder = makeStoreFolder(store, [LOCK_FOLDER], label);
  const keyHash = createHash("sha256").update(key).digest("hex").slice(0, 24);
  const ticket = `${Date.now().toString(36).padStart(9, "0")}${randomBytes(6).toString("hex")}`;
  const claim = [keyHash, ticket, hostKey(), String(process.pid), processOf(process.pid)?.started ?? "0"].join("~");
  await acquire(folder, claim, keyHash, ticket, label);
  try {
    return work();
  } finally {
    rmSync(join(folder, claim), { force: true });
  }
}

async function acquire(folder: string, claim: string, keyHash: string, ticket: string, label: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  let announced = false;
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * 1.5, PAUSE_MS.longest)) {
    const others = liveClaims(folder, keyHash).filter((other) => other.name !== claim);
    if (announced && others.length === 0) return;
    const first = others.every((other) => ticket < other.ticket);
    if (!announced && first) {
      closeSync(openSync(join(folder, claim), "wx", 0o644));
      announced = true;
      continue;
    }
    if (announced && !first) {
      rmSync(join(folder, claim), { force: true });
      announced = false;
    }
    if (Date.now() > deadline) {
      rmSync(join(folder, claim), { force: true });
      throw new StoreFailure(`${label}: still locked by process ${others[0]?.pid ?? "unknown"} after 20 s`);
    }
    await sleep(pause * (0.5 + Math.random()));
  }
}

/** The claims on a key whose processes live; the others are removed on the way. */
function liveClaims(folder: string, keyHash: string): Claim[] {
  const claims: Claim[] = [];
  for (const name of readdirSync(folder)) {
    const [hash, ticket, host, pid, started] = name.split("~");
    if (ticket === undefined || host === undefined || pid === undefined || started === undefined) continue;
    const claim = { name, ticket, host, pid: Number(pid), started };
    if (!isAlive(folder, claim)) rmSync(join(folder, name), { force: true });
    else if (hash === keyHash) claims.push(claim);
  }
  return claims;
}

function isAlive(folder: string, claim: Claim): boolean {
  if (claim.host !== hostKey()) return ageOf(join(folder, claim.name)) < FOREIGN_CLAIM_MS;
  const owner = processOf(claim.pid);
  return owner === undefined ? answersSignals(claim.pid) : !owner.dead && owner.started === claim.started;
}

/**
 * What Linux tells of a process; undefined elsewhere, and where it may not be asked. The start, in clock ticks since
 * boot, tells a process from a later one of the same number. A zombie is dead: its parent may never collect it.
 */
function processOf(pid: number): { dead: boolean; started: string } | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The second field, the command's name, may hold spaces and parentheses: count from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { dead: fields[0] === "Z" || fields[0] === "X", started: fields[19] ?? "0" };
  } catch {
    return undefined;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function hostKey(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 8);
}

function ageOf(file: string): number {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? Number.POSITIVE_INFINITY : Date.now() - stats.mtimeMs;
}
