/** What a caller is told on stderr, one line per entry; the exit code is 1. */
export class StoreFailure extends Error {
  readonly lines: readonly string[];

  constructor(lines: string | readonly string[]) {
    const all = typeof lines === "string" ? [lines] : lines;
    super(all.join("; "));
    this.name = "StoreFailure";
    this.lines = all;
  }
}

/** The system's error code (`ENOENT`, …) of an unknown thrown value, or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A thrown value as one readable sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
