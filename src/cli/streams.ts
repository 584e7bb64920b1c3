import { writeSync } from "node:fs";
import { log } from "./debug-log.ts";

/** What the process's own streams looked like before anything else could touch them. */
const stdoutWrite = process.stdout.write.bind(process.stdout) as (
  text: string,
  done: (error?: NodeJS.ErrnoException | null) => void,
) => boolean;
const stderrWrite = process.stderr.write.bind(process.stderr) as (text: string, done?: () => void) => boolean;
const exitProcess = process.exit.bind(process) as (code: number) => never;

let printed = false;

/** True once the one line of this call is out, or under way. */
export function hasAnswered(): boolean {
  return printed;
}

/**
 * Writes the call's one answer to stdout and waits until the reader has it all, or has gone away; whatever comes after it is
 * dropped. An answer that cannot be written is exit 2.
 */
export async function print(text: string): Promise<void> {
  if (printed) return;
  printed = true;
  return new Promise((resolve) =>
    stdoutWrite(text, (error) => {
      if (error && error.code !== "EPIPE") process.exitCode = 2;
      resolve();
    }),
  );
}

export function printError(text: string): Promise<void> {
  return new Promise((resolve) => stderrWrite(text, () => resolve()));
}

/** Ends the process after what was written to stderr is out. */
export async function end(exitCode: number): Promise<never> {
  await printError("");
  return exitProcess(exitCode);
}

/**
 * Takes stdout, stderr and `process.exit` away from everybody but this module, so that a library's or a plugin's stray
 * output cannot break the one line a caller parses, and a plugin cannot end the call. Returns a function that gives
 * them back.
 */
export function claimStreams(): () => void {
  const held = {
    out: process.stdout.write,
    err: process.stderr.write,
    exit: process.exit,
    warning: process.listeners("warning"),
  };
  process.stdout.write = swallow("stdout");
  process.stderr.write = swallow("stderr");
  process.exit = ((code?: number) => {
    throw new Error(`process.exit(${code ?? ""}) was called during a command`);
  }) as typeof process.exit;
  // Node prints warnings past process.stderr.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log({ event: "warning", message: warning.message }));
  return () => {
    process.stdout.write = held.out;
    process.stderr.write = held.err;
    process.exit = held.exit;
    process.removeAllListeners("warning");
    for (const listener of held.warning) process.on("warning", listener);
  };
}

function swallow(stream: "stdout" | "stderr"): typeof process.stdout.write {
  return ((chunk: string | Uint8Array, encoding?: unknown, done?: unknown) => {
    log({ event: "stray-output", stream, text: String(chunk) });
    const callback = typeof encoding === "function" ? encoding : done;
    if (typeof callback === "function") process.nextTick(callback as () => void);
    return true;
  }) as typeof process.stdout.write;
}

/** A process that ends without its line, for whatever reason, still gives the caller one. */
export function answerAtExit(line: string, exitCode: number): void {
  process.on("exit", () => {
    if (printed) return;
    printed = true;
    process.exitCode = exitCode;
    try {
      writeSync(1, line);
    } catch {
      // The reader has gone, or its pipe is full: nobody is left to tell.
    }
  });
}

/** A reader that goes away is no failure of ours. */
export function ignoreBrokenPipes(): void {
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
}
