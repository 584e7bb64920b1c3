import type { AgentFailure } from "../../src/failure.ts";

/** The failure a promise rejects with. A promise that resolves fails the test. */
export async function rejection(promise: Promise<unknown>): Promise<AgentFailure> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome) return outcome.error as AgentFailure;
  throw new Error(`expected a failure, got ${JSON.stringify(outcome.value)}`);
}
