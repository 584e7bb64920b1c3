import { ERROR_CODES, SneqError } from "../errors.ts";
import { nearest } from "./nearest.ts";

/** Any thrown thing as one of the engine's errors: what has no code of its own is a bug, `INTERNAL_ERROR`. */
export function asFailure(error: unknown): SneqError {
  if (SneqError.is(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new SneqError(
    "INTERNAL_ERROR",
    `Unexpected failure: ${reason.split("\n")[0]}. This is a bug; SNEQ_DEBUG=1 prints where it happened on stderr.`,
    undefined,
    { cause: error },
  );
}

/** The exit code of an error; a plugin's own codes end with 1. */
export function exitCodeOf(failure: SneqError): number {
  return ERROR_CODES[failure.code] ?? 1;
}

interface ParseError extends Error {
  flags?: unknown;
  args?: unknown;
}

/** oclif's complaint about a command line as `INVALID_ARGS`. */
export function usageFailure(error: unknown, flagsOfCommand: Record<string, { env?: string | undefined }>): SneqError {
  if (SneqError.is(error)) return error;
  const { message, flags, args } = error as ParseError;
  if (isStrings(flags)) {
    const known = Object.keys(flagsOfCommand).map((name) => `--${name}`);
    const near = flags.flatMap((flag) => nearest(flag, known, 1));
    const hint = near.length > 0 ? ` Did you mean ${near.join(" or ")}?` : ` Known flags: ${known.join(" ")}`;
    return new SneqError("INVALID_ARGS", `Unknown flag ${flags.join(", ")}.${hint}`, { flags, suggestions: near });
  }
  if (isStrings(args))
    return new SneqError(
      "INVALID_ARGS",
      `Unexpected argument ${args.join(", ")}: arguments go as JSON into --args or stdin.`,
    );
  const missing = [...message.matchAll(/Missing required flag (\w+)/g)].map(([, name = ""]) => name);
  if (missing.length > 0) {
    const ways = missing.map((name) =>
      flagsOfCommand[name]?.env ? `--${name} or ${flagsOfCommand[name].env}` : `--${name}`,
    );
    return new SneqError("INVALID_ARGS", `Required, and not given: ${ways.join(", ")}.`, { missing });
  }
  return new SneqError("INVALID_ARGS", plain(message));
}

/**
 * What oclif's parser says of a command that is not ours, as `INVALID_ARGS`; undefined for any other error. Told by its shape,
 * since a plugin may carry an oclif of its own.
 */
export function foreignUsageFailure(error: unknown): SneqError | undefined {
  const isParsers = error instanceof Error && "oclif" in error && "parse" in error;
  return isParsers ? new SneqError("INVALID_ARGS", `${plain(error.message)}.`.replace(/([.!?])\.$/, "$1")) : undefined;
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

/** oclif's messages carry colours, line breaks and an invitation to read the help. */
function plain(message: string): string {
  const words = message
    .replace(/\u001B\[[\d;]*m/g, "")
    .replace(/\n?See more help with --help$/, "")
    .replace(/^The following errors? occurred:/, "");
  return words.replace(/\s+/g, " ").trim();
}
