import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { statSync } from "node:fs";
import { constants } from "node:os";
import { type AgentFailure, failure } from "../failure.ts";
import { type Capture, captureHead, captureTail } from "./capture.ts";
import { isEnding, KILL_GRACE_MS, signalGroup, tie } from "./groups.ts";

/** Time for a whole call unless the caller says otherwise, in ms: agents think and use tools. */
export const DEFAULT_TIMEOUT_MS = 300_000;
/** Bytes of stdout, and of stderr, that are kept. */
const DEFAULT_OUTPUT_LIMIT = 8 * 1024 * 1024;
/** The longest time a timer can be set to, in ms, about 24 days: one that is set to more fires at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/** A grandchild may keep the pipes open after the program itself has ended; it is waited for this long, in ms. */
const DRAIN_MS = 500;

export interface RunOptions {
  cwd?: string | undefined;
  /** The whole environment of the program; absent means this process's own. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  timeoutMs?: number | undefined;
  outputLimit?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Invocation {
  command: string;
  argv: string[];
  stdin: string;
}

/** One finished run. `exitCode` is 128 plus the signal's number when a signal ended the program. */
export interface RunResult {
  exitCode: number;
  stdout: Buffer;
  /** The last `outputLimit` bytes: programs say what matters at the end. */
  stderr: Buffer;
  /** Bytes of stderr that came before those. */
  stderrDropped: number;
  elapsedMs: number;
}

/**
 * Runs a program to its end, without a shell and in a process group of its own, so that nothing it started outlives the call.
 * Throws an AgentFailure: NOT_CONFIGURED (no such program, not executable, prompt too long for an argument), TIMEOUT (also on abort), MALFORMED (more
 * than `outputLimit` bytes on stdout), SERVER (it could not be started).
 */
export async function run(invocation: Invocation, options: RunOptions = {}): Promise<RunResult> {
  const { signal } = options;
  if (isEnding() || signal?.aborted) throw cancelled(invocation.command);
  const started = performance.now();
  const child = start(invocation, options);
  const limit = options.outputLimit ?? DEFAULT_OUTPUT_LIMIT;
  const stop = stopper(child);
  const stdout = captureHead(child.stdout, limit, () =>
    stop.now(failure("MALFORMED", `${invocation.command} printed more than ${limit} bytes and was ended.`)),
  );
  const stderr = captureTail(child.stderr, limit);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const timer = setTimeout(
    () => stop.now(late(invocation.command, timeoutMs)),
    Math.min(timeoutMs, LONGEST_TIMEOUT_MS),
  );
  const onAbort = () => stop.now(cancelled(invocation.command));
  signal?.addEventListener("abort", onAbort, { once: true });
  // A program that does not read its stdin closes it: no failure of the call.
  child.stdin.on("error", () => {});
  child.stdin.end(invocation.stdin);
  try {
    const exitCode = await ended(child, (error) => cannotStart(invocation.command, options.cwd, error));
    if (stop.reason) throw stop.reason;
    return result(exitCode, stdout, stderr, started);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
    stop.clear();
  }
}

function start({ command, argv }: Invocation, options: RunOptions): ChildProcessWithoutNullStreams {
  try {
    return spawn(command, argv, {
      cwd: options.cwd,
      env: options.env ? { ...options.env } : process.env,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
  } catch (error) {
    throw cannotStart(command, options.cwd, error);
  }
}

/** Ends a child's whole group, once, and remembers why. */
function stopper(child: ChildProcess) {
  let kill: NodeJS.Timeout | undefined;
  const state = {
    reason: undefined as AgentFailure | undefined,
    now(reason: AgentFailure) {
      if (state.reason || child.pid === undefined) return;
      state.reason = reason;
      const group = child.pid;
      signalGroup(group, "SIGTERM");
      kill = setTimeout(() => signalGroup(group, "SIGKILL"), KILL_GRACE_MS);
    },
    clear: () => clearTimeout(kill),
  };
  return state;
}

/** Resolves with the exit code when the program has ended, its pipes are closed and its group is gone. */
function ended(child: ChildProcessWithoutNullStreams, whyNot: (error: Error) => AgentFailure): Promise<number> {
  return new Promise((resolve, reject) => {
    const group = child.pid;
    const untie = group === undefined ? () => {} : tie(group);
    let drain: NodeJS.Timeout | undefined;
    child.once("error", (error) => {
      if (group !== undefined) return;
      reject(whyNot(error));
    });
    child.once("exit", () => {
      drain = setTimeout(() => {
        if (group !== undefined) signalGroup(group, "SIGKILL");
        child.stdout.destroy();
        child.stderr.destroy();
      }, DRAIN_MS);
    });
    child.once("close", (code, signal) => {
      clearTimeout(drain);
      // What the program left behind without a pipe of ours would be an orphan.
      if (group !== undefined) signalGroup(group, "SIGKILL");
      untie();
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0));
    });
  });
}

function result(exitCode: number, stdout: Capture, stderr: Capture, started: number): RunResult {
  return {
    exitCode,
    stdout: stdout.bytes(),
    stderr: stderr.bytes(),
    stderrDropped: stderr.dropped(),
    elapsedMs: Math.round(performance.now() - started),
  };
}

function late(command: string, timeoutMs: number): AgentFailure {
  return failure("TIMEOUT", `${command} did not answer in time (${timeoutMs} ms) and was ended.`);
}

function cancelled(command: string): AgentFailure {
  return failure("TIMEOUT", `The call of ${command} was cancelled.`);
}

function cannotStart(command: string, cwd: string | undefined, cause: unknown): AgentFailure {
  // The system reports a missing folder as if the program were missing.
  if (cwd !== undefined && !isFolder(cwd)) {
    return failure("NOT_CONFIGURED", `${cwd}, the folder to start ${command} in, is not there.`, { cause });
  }
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  switch (code) {
    case "ENOENT":
    case "EACCES":
    case "ENOEXEC":
      return failure("NOT_CONFIGURED", `${command} cannot be run (${code}): install it, or give its path.`, { cause });
    case "E2BIG":
      return failure(
        "NOT_CONFIGURED",
        `The prompt is too long for an argument of ${command}: use a recipe with stdin.`,
        {
          cause,
        },
      );
    default:
      return failure("SERVER", `${command} could not be started${code ? ` (${code})` : ""}.`, { cause });
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
