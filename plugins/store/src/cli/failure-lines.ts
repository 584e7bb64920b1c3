import { reasonOf, StoreFailure } from "../model/failure.ts";

/** A thrown value as the lines a caller sees: never a stack, never oclif's usage hints. */
export function failureLines(error: unknown): string[] {
  if (error instanceof StoreFailure) return [...error.lines];
  // oclif appends hints on lines of their own; what is wrong is on the first.
  return [`Error: ${reasonOf(error).split("\n")[0] ?? ""}`];
}
