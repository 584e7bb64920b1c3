import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** True while any process of the group lives. */
export function groupLives(group: number): boolean {
  return process.platform === "linux" ? processes().some((entry) => entry.group === group) : reaches(-group);
}

export function processLives(pid: number): boolean {
  return process.platform === "linux" ? processes().some((entry) => entry.pid === pid) : reaches(pid);
}

/** Waits until a condition holds; a test that waits in vain fails by saying for what. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    if (await condition()) return;
    await sleep(20);
  }
  throw new Error(`waited in vain until ${what}`);
}

/** Every process that still runs. One that has ended but was not yet taken note of can be signalled, and is left out. */
function processes(): { pid: number; group: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // The fields behind the program's name in parentheses: state, parent, group.
      const fields = /\) (\S) \d+ (\d+)/.exec(readStat(name));
      return fields === null || fields[1] === "Z" ? [] : [{ pid: Number(name), group: Number(fields[2]) }];
    });
}

function readStat(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}

function reaches(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
