import type { ProviderFailure } from "../domain/provider.ts";
import type { RouterDefaults } from "./config.ts";

/** Time as the router sees it; replaced in tests. */
export interface RouterClock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: RouterClock = {
  now: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        signal.removeEventListener("abort", stop);
        resolve();
      }, ms);
      signal.addEventListener("abort", stop, { once: true });
    }),
};

/**
 * How long to wait before the next try on one provider, in milliseconds; `undefined` when the service asks for a longer
 * pause than the timeout, since a call made earlier is known to fail.
 * @param retry 0 before the first repeat.
 */
export function pauseBefore(
  retry: number,
  failed: ProviderFailure,
  { timeoutMs, backoff }: RouterDefaults,
): number | undefined {
  const asked = failed.retryAfterMs;
  if (asked !== undefined && asked > timeoutMs) return undefined;
  const own = backoff.strategy === "fixed" ? backoff.baseMs : backoff.baseMs * 2 ** retry;
  return asked ?? Math.min(own, timeoutMs);
}

/** `Retry-After` as seconds or as an HTTP date, and the millisecond form some services send. Undefined when neither reads. */
export function retryAfterMs(
  headers: { get(name: string): string | null } | undefined,
  now: number,
): number | undefined {
  const exact = Number.parseFloat(headers?.get("retry-after-ms") ?? "");
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers?.get("retry-after")?.trim();
  if (!value) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
