import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One bar and what was measured against it. */
export interface Row {
  what: string;
  bar: string;
  measured: number;
  passed: boolean;
}

export function row(what: string, measured: number, bar: number, direction: "≥" | "≤"): Row {
  return { what, bar: `${direction} ${bar}`, measured, passed: direction === "≥" ? measured >= bar : measured <= bar };
}

/** Runs a scorer of the data folder over an npm script of ours, and answers the JSON it writes. */
export function scored<T>(data: string, scorer: string, script: string, input: string): T {
  const scratch = mkdtempSync(join(tmpdir(), "sneq-bench-"));
  const json = join(scratch, "scores.json");
  try {
    const command = [join(data, scorer), "--cmd", `npm run -s ${script}`, "--json", json, join(data, input)];
    run(command);
    return JSON.parse(readFileSync(json, "utf8")) as T;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs a program of Node's at the root of the repository and answers what it prints. */
export function run(command: string[]): string {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command[0]} failed: ${stderr}`);
  return stdout;
}
