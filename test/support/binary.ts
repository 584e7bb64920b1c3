import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const BINARY = fileURLToPath(new URL("../../bin/run.js", import.meta.url));

/** How one process ended. `json` is stdout parsed, `undefined` when it is no JSON. */
export interface Outcome {
  exit: number | null;
  stdout: string;
  stderr: string;
  json: unknown;
}

export interface Call {
  /** Written to a pipe that is then closed; an array is written piece by piece. Absent: stdin is /dev/null. */
  stdin?: string | Buffer | Buffer[];
  /** Leaves stdin an open pipe, after what `stdin` holds is written. */
  idle?: boolean;
  env?: Record<string, string>;
}

/** A home, a database and a way to call the binary on it, as an agent would: one process a call. */
export interface Shell {
  folder: string;
  db: string;
  /** Runs the binary with these arguments alone. */
  run(argv: readonly string[], call?: Call): Promise<Outcome>;
  /** Runs a command on the shell's database and campaign; objects become `--args`. */
  command(name: string, args?: object, call?: Call & { flags?: string[] }): Promise<Outcome>;
  drop(): void;
}

export function newShell(campaign = "c"): Shell {
  const folder = mkdtempSync(join(tmpdir(), "sneq-cli-"));
  const db = join(folder, "canon.db");
  const env = cleanEnvironment(folder);
  const run: Shell["run"] = (argv, call = {}) => start(argv, { ...env, ...call.env }, folder, call);
  return {
    folder,
    db,
    run,
    command(name, args, { flags = [], ...call } = {}) {
      const json = args === undefined ? [] : ["--args", JSON.stringify(args)];
      return run([name, "--db", db, "--campaign", campaign, ...flags, ...json], call);
    },
    drop: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Nothing of the developer's own settings plays in: no keys, no plugins, no colours. */
function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^SNEQ_|_KEY$|^XDG_|COLOR|^NODE_|^OCLIF/.test(name));
  return { ...Object.fromEntries(kept), HOME: home };
}

function start(argv: readonly string[], env: NodeJS.ProcessEnv, cwd: string, call: Call): Promise<Outcome> {
  const piped = call.stdin !== undefined || call.idle === true;
  const child = spawn(process.execPath, [BINARY, ...argv], {
    env,
    cwd,
    stdio: [piped ? "pipe" : "ignore", "pipe", "pipe"],
  });
  const chunks = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  child.stdout?.on("data", (chunk: Buffer) => chunks.stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => chunks.stderr.push(chunk));
  child.stdin?.on("error", () => {});
  if (call.stdin !== undefined) void write(child.stdin, [call.stdin].flat(), call.idle === true);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exit) => {
      const stdout = Buffer.concat(chunks.stdout).toString();
      resolve({ exit, stdout, stderr: Buffer.concat(chunks.stderr).toString(), json: parsed(stdout) });
    });
  });
}

async function write(
  stdin: NodeJS.WritableStream | null,
  pieces: (string | Buffer)[],
  keepOpen: boolean,
): Promise<void> {
  for (const piece of pieces) {
    await new Promise((resolve) => stdin?.write(piece, resolve));
    // Lets the reader see each piece on its own.
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  if (!keepOpen) stdin?.end();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
