import { readFileSync } from "node:fs";
import { SneqError } from "../errors.ts";
import { decode, PAYLOAD_LIMIT, tooLarge } from "./decode.ts";
import { type Patience, readStdin } from "./read-stdin.ts";

type Arguments = Record<string, unknown>;

/** What decides where a call's arguments are looked for. */
export interface ArgumentsWanted {
  /** The value of `--args`: JSON, `@file`, `-` for stdin, or absent. */
  flag: string | undefined;
  /** False for operations without any argument: stdin is then never touched. */
  takesArguments: boolean;
  /** Whether an input is all the operation needs. */
  satisfies(input: Arguments): boolean;
  /** What text on stdin means that is not a JSON object; absent: an error. */
  fromText?(text: string): Arguments;
  env: NodeJS.ProcessEnv;
}

const QUICK_GRACE_MS = 20;
const SILENCE_MS = 3000;

/**
 * The arguments of a call: the JSON object on stdin, when there is one, with the keys of `--args` laid over it.
 * @throws SneqError INVALID_ARGS when there are none but some are needed, or when what is there cannot be read.
 */
export async function readArguments(wanted: ArgumentsWanted): Promise<Arguments> {
  const promised = wanted.flag === "-";
  const given = wanted.flag === undefined || promised ? undefined : parseObject(...flagText(wanted.flag));
  if (!wanted.takesArguments) return given ?? {};

  const text = await readStdin(patience(wanted, given ?? {}, promised));
  const piped = text === undefined ? undefined : parsePiped(text, wanted);
  if (promised && !piped)
    throw new SneqError("INVALID_ARGS", "--args - takes the arguments from stdin, and stdin was empty.");
  if (!given && !piped && !wanted.satisfies({})) throw noArguments();
  return { ...piped, ...given };
}

function patience(wanted: ArgumentsWanted, given: Arguments, promised: boolean): Patience {
  const configured = wanted.env.SNEQ_STDIN_TIMEOUT_MS ?? "";
  const silence = /^\d{1,9}$/.test(configured) ? Number(configured) : SILENCE_MS;
  const firstByte = () => (wanted.satisfies(given) ? Math.min(QUICK_GRACE_MS, silence) : silence);
  return { firstByte, silence, promised };
}

/** The JSON text behind `--args`, and what to call it in messages. */
function flagText(flag: string): [text: string, origin: string] {
  if (!flag.startsWith("@")) {
    if (Buffer.byteLength(flag) > PAYLOAD_LIMIT) throw tooLarge("--args");
    return [flag.replace(/^\uFEFF/, ""), "--args"];
  }
  const path = flag.slice(1);
  try {
    return [decode(readFileSync(path), `The file ${path} of --args`), `The file ${path} of --args`];
  } catch (error) {
    if (SneqError.is(error)) throw error;
    throw new SneqError("INVALID_ARGS", `--args ${flag} cannot be read: ${(error as Error).message}`);
  }
}

function parsePiped(text: string, wanted: ArgumentsWanted): Arguments | undefined {
  if (wanted.fromText) {
    const value = tryJson(text);
    return isObject(value) ? value : wanted.fromText(text);
  }
  return text.trim() === "" ? undefined : parseObject(text, "stdin");
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A JSON object from text a caller wrote.
 * @throws SneqError INVALID_ARGS naming `origin` when it is not JSON, or JSON but no object.
 */
export function parseObject(text: string, origin: string): Arguments {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const hint = looksUnquoted(text)
      ? ` It looks as if the shell took its double quotes: pass the JSON on stdin, or from a file with --args @file.json.`
      : "";
    throw new SneqError("INVALID_ARGS", `${origin} is not valid JSON: ${(error as Error).message}.${hint}`);
  }
  if (isObject(value)) return value;
  const kind = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
  throw new SneqError("INVALID_ARGS", `${origin} must be a JSON object such as {"key":"value"}, not ${kind}.`);
}

function isObject(value: unknown): value is Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `{mention:x}` is what cmd.exe and PowerShell leave of `{"mention":"x"}`; `{'mention':'x'}` is how Python prints it. */
function looksUnquoted(text: string): boolean {
  return /^\s*\{\s*(?:'[^']*'|[\p{L}_][\p{L}\p{N}_]*)\s*:/u.test(text);
}

function noArguments(): SneqError {
  return new SneqError(
    "INVALID_ARGS",
    `This command needs arguments, and none were given. Pass one JSON object: --args '{"key":"value"}', --args @file.json, or on stdin. --help lists them.`,
  );
}
