import { isFailure } from "../failure.ts";

/** The shape of a failed call on stdout, by the engine's machine contract. */
export interface PrintedError {
  error: string;
  code: string;
  details?: unknown;
}

/** A mistake in the call itself: flags, options, names. */
export function invalidArgs(message: string): Error {
  return Object.assign(new Error(message), { code: "INVALID_ARGS" });
}

/** What is printed for a failure, and the exit code: 1 for everything a caller can cause, 2 for a bug. */
export function describeError(error: unknown): { printed: PrintedError; exitCode: 1 | 2 } {
  if (isFailure(error)) {
    const { providerCode, exitCode, output } = error;
    return {
      printed: { error: error.message, code: "PROVIDER_ERROR", details: { providerCode, exitCode, output } },
      exitCode: 1,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  if (isFileError(error)) return { printed: { error: message, code: "FILE_ERROR" }, exitCode: 1 };
  if (isMistake(error)) return { printed: { error: message, code: "INVALID_ARGS" }, exitCode: 1 };
  return { printed: { error: message, code: "INTERNAL_ERROR" }, exitCode: 2 };
}

/** Writes one line and waits until it has left: a line of megabytes through a slow pipe arrives whole. */
export function writeLine(text: string): Promise<void> {
  return new Promise((resolve) => {
    // A reader that went away is not a failure of ours.
    process.stdout.once("error", () => resolve());
    process.stdout.write(`${text}\n`, () => resolve());
  });
}

/** A session file or a transcript folder that the system does not let us use; its message names the path. */
function isFileError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error && "path" in error;
}

/** oclif marks what its parser rejects with the parser's state and an exit code. */
function isMistake(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && error.code === "INVALID_ARGS") || "parse" in error || "oclif" in error;
}
