import { writeSync } from "node:fs";
import { log, logging } from "./debug-log.ts";

type Name = "stdout" | "stderr";
type Write = (text: string | Uint8Array, done?: (error?: NodeJS.ErrnoException | null) => void) => boolean;

/** One of the process's own streams, with the way to write to it that nothing else can touch. */
interface Outlet {
  stream: NodeJS.WriteStream;
  write: Write;
}

const exitProcess = process.exit.bind(process) as (code: number) => never;
const opened: Partial<Record<Name, Outlet>> = {};
let claimed = false;
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
  const rest = opened.stdout ? text : writeAtOnce(text);
  if (rest.length === 0) return;
  await new Promise<void>((resolve) =>
    outlet("stdout").write(rest, (error) => {
      judge(error);
      resolve();
    }),
  );
}

/** A reader that has gone away is no failure of ours. */
function judge(error: NodeJS.ErrnoException | null | undefined): void {
  if (error && error.code !== "EPIPE") process.exitCode = 2;
}

export function printError(text: string): Promise<void> {
  return new Promise((resolve) => outlet("stderr").write(text, () => resolve()));
}

/** Ends the process after what was written to stderr is out. */
export async function end(exitCode: number): Promise<never> {
  if (opened.stderr || logging) await printError("");
  return exitProcess(exitCode);
}

/**
 * Past the stream, which takes Node 3 ms to make. Gives back what a full pipe that does not block leaves for the stream.
 */
function writeAtOnce(text: string): string | Buffer {
  let rest = Buffer.from(text);
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EAGAIN") return rest;
    judge(error as NodeJS.ErrnoException);
  }
  return "";
}

/** Has the streams made when they are first used, and none of their errors end the process. */
export function holdStreams(): void {
  for (const name of ["stdout", "stderr"] as const) {
    const make = Object.getOwnPropertyDescriptor(process, name)?.get;
    if (make) Object.defineProperty(process, name, { get: () => outlet(name, make).stream });
  }
}

function outlet(name: Name, make: () => unknown = () => process[name]): Outlet {
  const known = opened[name];
  if (known) return known;
  const stream = make.call(process) as NodeJS.WriteStream;
  // Making it may have come round here by the property of the process.
  const other = opened[name];
  if (other) return other;
  const made = { stream, write: stream.write.bind(stream) as Write };
  opened[name] = made;
  stream.on("error", () => {});
  if (claimed) stream.write = swallow(name);
  return made;
}

/**
 * Takes stdout, stderr and `process.exit` away from everybody but this module, so that a library's or a plugin's stray
 * output cannot break the one line a caller parses, and a plugin cannot end the call. Returns a function that gives
 * them back.
 */
export function claimStreams(): () => void {
  const warningListeners = process.listeners("warning");
  const exit = process.exit;
  claimed = true;
  for (const name of ["stdout", "stderr"] as const) {
    const { stream } = opened[name] ?? {};
    if (stream) stream.write = swallow(name);
  }
  process.exit = ((code?: number) => {
    throw new Error(`process.exit(${code ?? ""}) was called during a command`);
  }) as typeof process.exit;
  // Node prints warnings past process.stderr.
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log({ event: "warning", message: warning.message }));
  return () => {
    claimed = false;
    for (const { stream, write } of Object.values(opened)) stream.write = write as typeof stream.write;
    process.exit = exit;
    process.removeAllListeners("warning");
    for (const listener of warningListeners) process.on("warning", listener);
  };
}

function swallow(stream: Name): typeof process.stdout.write {
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
