import childProcess from "node:child_process";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

type AnyFunction = (...args: never[]) => unknown;

/** Longest a plugin may block the thread in a program it starts: a blocked thread cannot be ended. */
const SYNC_LIMIT_MS = 5000;

/** Functions that open the file whose path is their first argument. */
const OPENING = [
  ...(["open", "readFile", "writeFile", "appendFile", "createReadStream", "createWriteStream"] as const),
  ...(["openSync", "readFileSync", "writeFileSync", "appendFileSync"] as const),
];
const statOf = fs.statSync;

/**
 * Closes the ways in which code of the gates' thread could reach past it: descriptors 0 to 2 belong to the whole process,
 * as do signals. This keeps accidents inside; it is no sandbox against malice.
 */
export function fenceOff(output: (text: string) => void): void {
  for (const name of ["writeSync", "writevSync", "writeFileSync", "appendFileSync"] as const)
    replace(fs, name, (original) => (target: unknown, data: unknown, ...rest) => {
      if (!isShared(target)) return original(target, data, ...rest);
      output(textOf(data));
      return name.startsWith("writev") || name === "writeSync" ? lengthOf(data) : undefined;
    });
  for (const name of ["write", "writev", "writeFile", "appendFile"] as const)
    replace(fs, name, (original) => (target: unknown, data: unknown, ...rest) => {
      if (!isShared(target)) return original(target, data, ...rest);
      output(textOf(data));
      const done = rest.at(-1) as unknown;
      if (typeof done === "function") process.nextTick(done as never, null, lengthOf(data), data);
    });
  // Reading the caller's stdin would block the thread, and eat what is not meant for it.
  replace(
    fs,
    "readSync",
    (original) =>
      (descriptor: unknown, ...rest) =>
        descriptor === 0 ? 0 : original(descriptor, ...rest),
  );
  for (const name of OPENING)
    replace(fs, name, (original) => (path: unknown, ...rest) => {
      refuseToWait(path);
      return original(path, ...rest);
    });
  for (const name of ["open", "readFile", "writeFile", "appendFile"] as const)
    replace(fs.promises, name, (original) => async (path: unknown, ...rest: unknown[]) => {
      refuseToWait(path);
      return original(path, ...rest);
    });
  for (const name of ["execSync", "execFileSync", "spawnSync"] as const)
    replace(
      childProcess,
      name,
      (original) =>
        (...args) =>
          original(...withOptions(args)),
    );
  replace(
    childProcess,
    "spawn",
    (original) =>
      (...args) =>
        original(...withOptions(args)),
  );
  replace(
    childProcess,
    "fork",
    (original) =>
      (...args) =>
        original(...withOptions(args, { silent: true })),
  );
  for (const name of ["kill", "abort", "dlopen"] as const)
    Object.defineProperty(process, name, {
      value: () => {
        throw new Error(`process.${name} is not there for gates`);
      },
    });
  syncBuiltinESMExports();
}

function replace(
  module: object,
  name: string,
  wrap: (original: (...args: unknown[]) => unknown) => (...args: never[]) => unknown,
) {
  const functions = module as Record<string, AnyFunction>;
  const original = functions[name] as unknown as (...args: unknown[]) => unknown;
  functions[name] = wrap(original) as AnyFunction;
}

/**
 * Opening a named pipe waits in the system for whoever has its other end, and so long neither the thread nor, since Node
 * waits for its threads, the process can be ended.
 */
function refuseToWait(path: unknown): void {
  if (typeof path !== "string" && !Buffer.isBuffer(path) && !(path instanceof URL)) return;
  let stats: fs.Stats | undefined;
  try {
    stats = statOf(path, { throwIfNoEntry: false }) as fs.Stats | undefined;
  } catch {
    // What is wrong with the path is for the call itself to say.
    return;
  }
  if (stats?.isFIFO()) throw new Error(`${String(path)} is a named pipe, which gates may not wait for`);
}

/** Options of a child process: it inherits none of the process's streams, and cannot block for long. */
function withOptions(args: unknown[], always: Record<string, unknown> = {}): unknown[] {
  const at = args.findIndex(
    (arg, index) => index > 0 && typeof arg === "object" && arg !== null && !Array.isArray(arg),
  );
  const given = (at < 0 ? {} : args[at]) as { stdio?: unknown; timeout?: number };
  const own = (one: unknown) => (one === "inherit" || (typeof one === "number" && one < 3) ? "ignore" : one);
  const options = {
    ...given,
    ...always,
    timeout: Math.min(given.timeout || SYNC_LIMIT_MS, SYNC_LIMIT_MS),
    // Any other signal a program may ignore.
    killSignal: "SIGKILL",
    ...(given.stdio !== undefined && { stdio: Array.isArray(given.stdio) ? given.stdio.map(own) : own(given.stdio) }),
  };
  return at < 0 ? [...args, options] : args.with(at, options);
}

function isShared(target: unknown): boolean {
  return target === 1 || target === 2 || /^\/(dev\/(stdout|stderr)|(proc\/self|dev)\/fd\/[12])$/.test(String(target));
}

function textOf(data: unknown): string {
  if (Array.isArray(data)) return data.map(textOf).join("");
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString()
    : String(data);
}

function lengthOf(data: unknown): number {
  return Array.isArray(data)
    ? data.reduce((sum: number, part) => sum + lengthOf(part), 0)
    : ArrayBuffer.isView(data)
      ? data.byteLength
      : Buffer.byteLength(String(data));
}
