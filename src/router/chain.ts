import type { Provider, ProviderFailure, ProviderRef } from "../domain/provider.ts";
import { type ProviderCode, SneqError } from "../errors.ts";
import { pauseBefore, type RouterClock } from "./backoff.ts";
import type { RouterDefaults, Tier } from "./config.ts";
import { asFailure, failure, isPassing } from "./failure.ts";
import { excerpt } from "./redact.ts";

/** One call that was made to a provider. `code` and `message` are absent when it answered in a usable form. */
export interface Attempt {
  provider: string;
  model: string;
  code?: ProviderCode;
  /** HTTP status, where there was one. */
  status?: number;
  /** Duration in milliseconds, rounded. */
  ms: number;
  message?: string;
}

/** A reference that can be called: its provider is made, its key is present. */
export interface Seat {
  ref: ProviderRef;
  provider: Provider;
  /** Blots the keys out of a text. */
  redact(text: string): string;
  /** Out for the process: every further question passes it by. */
  retire(): void;
}

/** Why a reference of a chain was passed by without a call. */
export interface PassedBy {
  provider: string;
  code: ProviderCode;
  reason: string;
}

/** What is asked of each seat, with the form or the wording that is its turn. */
export interface Plan<T> {
  call(signal: AbortSignal): Promise<T>;
  /** What the debug log says of the call just made: its purpose, form, tokens. */
  note(): Record<string, unknown>;
  /** After a failure: `again` repeats at once with another form or wording, `leave` goes to the next seat. */
  after(failed: ProviderFailure): "again" | "leave" | undefined;
}

export interface Chain<T> {
  tier: Tier;
  defaults: RouterDefaults;
  clock: RouterClock;
  log(event: Record<string, unknown>): void;
  /** Seats in order, made only when their turn comes. */
  seats: (() => Promise<Seat | PassedBy>)[];
  plan(seat: Seat): Plan<T>;
  /** Aborted by the caller or by the end of the router. */
  signal: AbortSignal;
}

/**
 * Walks a chain until one seat answers. Throws `PROVIDER_ERROR` with every call that was made in `details.attempts`, or
 * the signal's reason when it was aborted.
 */
export async function walk<T>(chain: Chain<T>): Promise<{ value: T; seat: Seat; attempts: Attempt[] }> {
  const attempts: Attempt[] = [];
  const passed: PassedBy[] = [];
  for (const [at, open] of chain.seats.entries()) {
    const seat = await open();
    if (!("provider" in seat && "ref" in seat)) {
      passed.push(seat);
      continue;
    }
    const outcome = await trySeat(chain, seat, attempts);
    if (outcome) return { value: outcome.value, seat, attempts };
    if (at < chain.seats.length - 1) {
      const { provider: from, model } = seat.ref;
      chain.log({ event: "provider.fallback", tier: chain.tier, from, model, code: attempts.at(-1)?.code });
    }
  }
  throw exhausted(chain.tier, attempts, passed);
}

async function trySeat<T>(chain: Chain<T>, seat: Seat, attempts: Attempt[]): Promise<{ value: T } | undefined> {
  const plan = chain.plan(seat);
  for (let retry = 0; ; ) {
    const started = chain.clock.now();
    const record = (failed?: ProviderFailure) => {
      const attempt = attemptOf(seat, Math.round(chain.clock.now() - started), failed);
      attempts.push(attempt);
      chain.log({ event: "provider.call", tier: chain.tier, ...plan.note(), ...attempt });
    };
    let failed: ProviderFailure;
    try {
      const value = await within(chain.defaults.timeoutMs, chain.signal, (signal) => plan.call(signal));
      record();
      return { value };
    } catch (error) {
      chain.signal.throwIfAborted();
      failed = asFailure(error);
    }
    if (wasCalled(failed)) record(failed);
    const verdict = plan.after(failed);
    if (verdict === "again") continue;
    if (failed.providerCode === "AUTH") seat.retire();
    if (verdict === "leave" || !isPassing(failed) || retry >= chain.defaults.maxRetries) return undefined;
    const pause = pauseBefore(retry++, failed, chain.defaults);
    if (pause === undefined) return undefined;
    await chain.clock.sleep(pause, chain.signal);
  }
}

function attemptOf({ ref, redact }: Seat, ms: number, failed: ProviderFailure | undefined): Attempt {
  const made = { provider: ref.provider, model: ref.model ?? "" };
  if (!failed) return { ...made, ms };
  const { providerCode: code, status, message } = failed;
  return { ...made, code, ...(status === undefined ? {} : { status }), ms, message: excerpt(redact(message)) };
}

// A provider that knows beforehand that it cannot do what is asked says so without a call.
function wasCalled({ providerCode, status }: ProviderFailure): boolean {
  return status !== undefined || (providerCode !== "UNSUPPORTED" && providerCode !== "NOT_CONFIGURED");
}

/** Runs a call under a time limit. The call is left behind at the limit even when it ignores its signal. */
async function within<T>(ms: number, outer: AbortSignal, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  outer.throwIfAborted();
  const limit = new AbortController();
  const stop = () => limit.abort(outer.reason);
  outer.addEventListener("abort", stop, { once: true });
  const timedOut = failure("TIMEOUT", `no answer within ${ms} ms`);
  const timer = setTimeout(() => limit.abort(timedOut), ms);
  try {
    const left = new Promise<never>((_, reject) => {
      limit.signal.addEventListener("abort", () => reject(limit.signal.reason), { once: true });
    });
    return await Promise.race([call(limit.signal), left]);
  } catch (error) {
    // An SDK words an abort in its own way; the reason is ours.
    if (limit.signal.aborted) throw limit.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", stop);
  }
}

const ADVICE: Record<ProviderCode, string> = {
  AUTH: "the key was refused: check the variable that apiKeyEnv names",
  QUOTA: "the account is out of quota or is asked to slow down: try later or add a fallback",
  SERVER: "the service failed: try later or add a fallback",
  TIMEOUT: "no answer in time: raise defaults.timeoutMs or add a fallback",
  NETWORK: "the service could not be reached: check baseUrl and the network",
  MALFORMED: "the model did not answer in the shape it was asked for: try another model",
  UNSUPPORTED: "the service refused the request: check the model name and its settings",
  NOT_CONFIGURED: "no model is configured for it: name one with --config, or set the variable with its key",
};

function exhausted(tier: Tier, attempts: Attempt[], passed: PassedBy[]): SneqError {
  const last = attempts.at(-1);
  const providerCode = last?.code ?? passed.find(({ code }) => code !== "NOT_CONFIGURED")?.code ?? "NOT_CONFIGURED";
  const where = last ? ` (${last.provider} ${last.model}${last.status ? `, HTTP ${last.status}` : ""})` : "";
  const why =
    passed.length > 0 && !last ? ` (${passed.map(({ provider, reason }) => `${provider}: ${reason}`).join("; ")})` : "";
  const advice = why && providerCode === "NOT_CONFIGURED" ? "none of its providers can be used" : ADVICE[providerCode];
  return new SneqError("PROVIDER_ERROR", `The ${tier} tier has no answer: ${advice}${where}${why}`, {
    providerCode,
    tier,
    attempts,
    ...(passed.length > 0 ? { passedBy: passed } : {}),
  });
}
