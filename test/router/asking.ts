import { expect } from "chai";
import { z } from "zod";
import type { ChatRequest, Provider, ProviderFactory, ProviderRef } from "../../src/domain/provider.ts";
import type { SneqError } from "../../src/errors.ts";
import type { RouterClock } from "../../src/router/backoff.ts";
import type { RouterConfig } from "../../src/router/config.ts";
import { createRouter, type RouterOptions } from "../../src/router/router.ts";

const schema = z.strictObject({ word: z.string() });
export const question = { purpose: "test", system: "s", user: "u", schema, schemaName: "word" };
export const GOOD = '{"word":"yes"}';
export const defaults: RouterConfig["defaults"] = {
  timeoutMs: 2000,
  maxRetries: 2,
  backoff: { strategy: "exponential", baseMs: 100 },
};

/** A clock that never waits and notes what it was asked to wait. */
export function patientClock(): RouterClock & { waited: number[] } {
  const waited: number[] = [];
  return { waited, now: () => performance.now(), sleep: async (ms) => void waited.push(ms) };
}

/** A plugin's provider that answers from a script; each entry is a text or something to throw. */
export function scripted(id: string, script: (string | Error)[], extra: Partial<Provider> = {}) {
  const requests: ChatRequest[] = [];
  const factory: ProviderFactory = {
    id,
    create: () => ({
      async chat(request) {
        requests.push(request);
        const next = script[Math.min(requests.length, script.length) - 1];
        if (next instanceof Error) throw next;
        return { text: next ?? "", usage: { inputTokens: 3, outputTokens: 2 } };
      },
      ...extra,
    }),
  };
  return { factory, requests, ref: { provider: id, model: `${id}-model` } };
}

export function routerOf(refs: ProviderRef[], factories: ProviderFactory[], more: Partial<RouterOptions> = {}) {
  const [primary = { provider: "none" }, ...fallbacks] = refs;
  const config: RouterConfig = { tiers: { light: { primary, fallbacks } }, defaults };
  return createRouter({ config, env: {}, factories, dataDir: "unused", clock: patientClock(), ...more });
}

export async function failureOf(asked: Promise<unknown>): Promise<SneqError & { details: Record<string, unknown> }> {
  return asked.then(
    () => expect.fail("an answer came"),
    (error) => error,
  );
}
