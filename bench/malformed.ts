import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { COMMANDS } from "../src/cli/all-commands.ts";
import { operationCommand } from "../src/cli/command-table.ts";
import { asFailure, exitCodeOf } from "../src/cli/failure.ts";
import { lightConfig } from "../src/cli/light-config.ts";

/** An invocation that did not keep the contract, and what it did instead. */
export interface Failed {
  argv: string[];
  stdin: string;
  why: string;
}

interface Invocation {
  argv: string[];
  stdin: string;
}

const BINARY = fileURLToPath(new URL("../bin/run.js", import.meta.url));
const LIMIT_MS = 60_000;
const IDS = Object.keys(COMMANDS).filter((id) => operationCommand(id));
/** What only asks, so that no run of these leaves anything behind. */
const ASKING = IDS.filter((id) => id !== "init-campaign" && id !== "campaign-exists");

const text = () => fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: "binary", maxLength: 20 }), hostile());
const hostile = () =>
  fc.constantFrom(
    "",
    "-",
    "--",
    "---",
    "@",
    "@/nowhere",
    "@/",
    "\u0000",
    "\uD800",
    "null",
    "[]",
    "{",
    "{}}",
    "{'a':1}",
    "1e999",
    "\u202e",
    "=",
    "__proto__",
  );
const words = (value: fc.Arbitrary<string>) => value.map((word) => word.replaceAll("\u0000", " "));
const json = () =>
  fc.oneof(
    fc.json(),
    text(),
    fc
      .dictionary(
        fc.constantFrom("mention", "entityId", "narration", "type", "value", "rule", "__proto__", "depth"),
        fc.jsonValue(),
      )
      .map((value) => JSON.stringify(value)),
    fc.integer({ min: 10, max: 5000 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  );

/** Flags in any order, with wrong values, repeated, unknown, without a value. */
function invocation(ids: readonly string[], db: string): fc.Arbitrary<Invocation> {
  const flag = fc.oneof(
    { weight: 4, arbitrary: words(json()).map((value) => ["--args", value]) },
    fc.constantFrom(
      ["--db", db],
      ["--campaign", "c"],
      ["--json"],
      ["--db"],
      ["--args"],
      ["--db", ""],
      ["--db", ":memory:"],
      ["--db", "/"],
    ),
    words(text()).map((value) => ["--campaign", value]),
    words(text()).map((value) => ["--source", value]),
    words(json()).map((value) => ["--observation", value]),
    words(text()).map((value) => ["--config", value]),
    words(text()).map((value) => [`--${value}`]),
    words(text()).map((value) => [value]),
  );
  const required = fc.constantFrom(["--db", db, "--campaign", "c"], ["--db", db], [] as string[]);
  const argv = fc.tuple(fc.constantFrom(...ids), required, fc.array(flag, { maxLength: 5 }));
  return fc.record({
    argv: argv.map(([id, first, rest]) => [id, ...first, ...rest.flat()]).filter((all) => !asksForHelp(all)),
    stdin: fc.oneof(fc.constant(""), json()),
  });
}

const asksForHelp = (argv: string[]) => argv.includes("--help") || argv.includes("-h");

/** Whole processes, a few at a time. */
export async function processes(count: number, seed: number): Promise<Failed[]> {
  const folder = mkdtempSync(join(tmpdir(), "sneq-fuzz-"));
  const unknown = fc.record({
    argv: fc.array(words(text()), { maxLength: 3 }).filter((argv) => !asksForHelp(argv) && argv[0] !== "--version"),
    stdin: fc.constant(""),
  });
  const any = fc.oneof({ weight: 9, arbitrary: invocation(IDS, join(folder, "canon.db")) }, unknown);
  const samples = fc.sample(any, { numRuns: count, seed });
  const failed: Failed[] = [];
  try {
    const worker = async () => {
      for (let next = samples.pop(); next; next = samples.pop()) {
        const why = await runProcess(next, folder);
        if (why) failed.push({ ...next, why });
      }
    };
    await Promise.all([worker(), worker(), worker()]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}

function runProcess({ argv, stdin }: Invocation, home: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, HOME: home, SNEQ_STDIN_TIMEOUT_MS: "500" };
    const child = spawn(process.execPath, [BINARY, ...argv], { env, cwd: home });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      stderr += chunk;
    });
    child.stdin.on("error", () => {}).end(stdin);
    const late = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
    child.on("close", (exit, signal) => {
      clearTimeout(late);
      resolve(signal ? `ended by ${signal}` : broken(exit, stdout, stderr));
    });
  });
}

function broken(exit: number | null, stdout: string, stderr: string): string | undefined {
  if (stderr !== "") return `stderr: ${stderr.slice(0, 200)}`;
  if (!/^[^\n]+\n$/.test(stdout)) return `not one line: ${stdout.slice(0, 200)}`;
  let answer: { code?: string } | null;
  try {
    answer = JSON.parse(stdout);
  } catch {
    return `no JSON: ${stdout.slice(0, 200)}`;
  }
  if (answer?.code === "INTERNAL_ERROR") return stdout.slice(0, 300);
  return exit === (answer?.code === undefined ? 0 : 1) ? undefined : `exit ${exit}: ${stdout.slice(0, 200)}`;
}

/** The command classes alone, on a database that is not there: whatever is well-formed meets an unknown campaign. */
export async function inProcess(count: number, seed: number): Promise<Failed[]> {
  const folder = mkdtempSync(join(tmpdir(), "sneq-fuzz-"));
  process.env.SNEQ_STDIN_TIMEOUT_MS = "0";
  const failed: Failed[] = [];
  try {
    for (const { argv } of fc.sample(invocation(ASKING, join(folder, "canon.db")), { numRuns: count, seed })) {
      const why = await runHere(argv);
      if (why) failed.push({ argv, stdin: "", why });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}

async function runHere([id, ...argv]: string[]): Promise<string | undefined> {
  try {
    // `--args -` waits for as long as it takes.
    await operationCommand(id)?.start(
      argv.filter((word) => word !== "-"),
      lightConfig(),
    );
    return "it succeeded without a database";
  } catch (error) {
    const failure = asFailure(error);
    return failure.code === "INTERNAL_ERROR" || exitCodeOf(failure) !== 1
      ? `${failure.code}: ${failure.message}`
      : undefined;
  }
}
