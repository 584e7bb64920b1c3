import { SneqError } from "../errors.ts";

/**
 * Tells the debug log what made a question to a model fail when no service is to blame. The call goes on without the answer,
 * so nothing else would ever show a fault of the engine or of the database.
 */
export function noteUnforeseen(log: (event: Record<string, unknown>) => void, purpose: string, error: unknown): void {
  if (SneqError.is(error) && error.code === "PROVIDER_ERROR") return;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  log({ event: `${purpose}.failed`, message, stack });
}
