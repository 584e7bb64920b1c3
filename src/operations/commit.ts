import { invalid } from "../errors.ts";
import type { CampaignStore, CampaignTransaction, StoredOperation } from "../store/store.ts";
import type { Outcome } from "./context.ts";

/** What identifies a retry: the caller's id, the operation, and its arguments as one text. */
export interface Retry {
  operationId: string;
  operation: string;
  fingerprint: string;
}

/**
 * The stored answer of an earlier call with this id, or null when there was none.
 * @throws SneqError VALIDATION_FAILED when the id was used for something else.
 */
export function replay(stored: StoredOperation | null, retry: Retry): { result: unknown } | null {
  if (!stored) return null;
  if (stored.fingerprint === retry.fingerprint) return { result: stored.result };
  throw invalid(
    ["operationId"],
    `${JSON.stringify(retry.operationId)} was already used for ${stored.operation} with other arguments; use a new id`,
    "operation_reused",
  );
}

/** Runs a change in one transaction, together with the memory of its operation id. */
export function commit<T>(
  store: CampaignStore,
  retry: Retry | null,
  now: () => number,
  change: (transaction: CampaignTransaction) => Promise<Outcome<T>>,
): Promise<T> {
  return store.write(async (tx) => {
    const earlier = retry && replay(await tx.operation(retry.operationId), retry);
    if (earlier) return earlier.result as T;
    const { result, canon } = await change(tx);
    if (retry && canon) {
      const { operationId, operation, fingerprint } = retry;
      await tx.saveOperation(operationId, { operation, fingerprint, result }, now());
    }
    return result;
  });
}
