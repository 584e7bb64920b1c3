import { expect } from "chai";
import { z } from "zod";
import type { ProviderRef } from "../../src/domain/provider.ts";
import type { ProviderCode } from "../../src/errors.ts";
import { SneqError } from "../../src/errors.ts";
import { createRouter, type Router, type RouterOptions } from "../../src/router/router.ts";
import { patientClock } from "./asking.ts";
import { completion, type Loopback, loopback, message, type Reply } from "./loopback.ts";

const KEY = "sk-test-0123456789";
const schema = z.strictObject({ word: z.string() });
const question = { purpose: "test", system: "s", user: "u", schema, schemaName: "word", maxTokens: 100 };
const GOOD = '{"word":"yes"}';

interface Wire {
  provider: string;
  path: string;
  answer(text: string | null, finish?: "cut" | "refused"): unknown;
  error(status: number): unknown;
}

const WIRES: Wire[] = [
  {
    provider: "openai-compatible",
    path: "/v1/chat/completions",
    answer: (text, finish) =>
      finish === "refused"
        ? completion(null, { refusal: "I will not." })
        : completion(text, finish ? { finish: "length" } : {}),
    error: (status) => ({ error: { message: `status ${status} for ${KEY}`, type: "x" } }),
  },
  {
    provider: "anthropic",
    path: "/v1/messages",
    answer: (text, finish) => message(text, finish ? { finish: finish === "cut" ? "max_tokens" : "refusal" } : {}),
    error: (status) => ({ type: "error", error: { type: "x", message: `status ${status} for ${KEY}` } }),
  },
];

interface Row {
  name: string;
  reply(wire: Wire, n: number): Reply;
  /** Calls that must be made, with `maxRetries` 1. */
  calls: number;
  /** The failure, or undefined when an answer must come. */
  code?: ProviderCode;
  /** The pause before the second call, in milliseconds, where it is not the configured one. */
  pause?: number;
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (wire: Wire): Reply => ({ status: code, headers, json: wire.error(code) });

const ROWS: Row[] = [
  { name: "200", reply: (wire) => ({ json: wire.answer(GOOD) }), calls: 1 },
  { name: "200 in a fence", reply: (wire) => ({ json: wire.answer(`\`\`\`json\n${GOOD}\n\`\`\``) }), calls: 1 },
  {
    name: "200 after thinking aloud",
    reply: (wire) => ({ json: wire.answer(`<think>{no}</think> So: ${GOOD}`) }),
    calls: 1,
  },
  { name: "400", reply: status(400), calls: 1, code: "UNSUPPORTED" },
  { name: "401", reply: status(401), calls: 1, code: "AUTH" },
  { name: "403", reply: status(403), calls: 1, code: "AUTH" },
  { name: "402", reply: status(402), calls: 1, code: "QUOTA" },
  { name: "404", reply: status(404), calls: 1, code: "UNSUPPORTED" },
  { name: "429", reply: status(429), calls: 2, code: "QUOTA" },
  { name: "429 with Retry-After", reply: status(429, { "retry-after": "0.2" }), calls: 2, code: "QUOTA", pause: 200 },
  {
    name: "429 with Retry-After past the timeout",
    reply: status(429, { "retry-after": "60" }),
    calls: 1,
    code: "QUOTA",
  },
  {
    name: "429 once",
    reply: (wire, n) => (n === 1 ? status(429)(wire) : { json: wire.answer(GOOD) }),
    calls: 2,
  },
  { name: "500", reply: status(500), calls: 2, code: "SERVER" },
  { name: "529", reply: status(529), calls: 2, code: "SERVER" },
  { name: "an HTML body with 502", reply: () => html(502), calls: 2, code: "SERVER" },
  { name: "hang", reply: () => ({ act: "hang" }), calls: 2, code: "TIMEOUT" },
  { name: "hang after the headers", reply: () => ({ act: "hang-body" }), calls: 2, code: "TIMEOUT" },
  { name: "reset", reply: () => ({ act: "reset" }), calls: 2, code: "NETWORK" },
  { name: "an HTML body with 200", reply: () => html(200), calls: 2, code: "MALFORMED" },
  { name: "truncated JSON", reply: () => ({ raw: '{"choices":[{"mess' }), calls: 2, code: "MALFORMED" },
  { name: "empty choices", reply: () => ({ json: { choices: [], content: null } }), calls: 2, code: "MALFORMED" },
  { name: "an empty answer", reply: (wire) => ({ json: wire.answer(null) }), calls: 2, code: "MALFORMED" },
  { name: "prose", reply: (wire) => ({ json: wire.answer("I think so.") }), calls: 2, code: "MALFORMED" },
  { name: "JSON of another shape", reply: (wire) => ({ json: wire.answer('{"mot":1}') }), calls: 2, code: "MALFORMED" },
  {
    name: "one bad answer",
    reply: (wire, n) => ({ json: wire.answer(n === 1 ? "{" : GOOD) }),
    calls: 2,
  },
  { name: "a refusal", reply: (wire) => ({ json: wire.answer("no", "refused") }), calls: 1, code: "MALFORMED" },
  {
    name: "a body without end",
    reply: (wire) => ({ json: wire.answer("x".repeat(5_000_000)) }),
    calls: 2,
    code: "MALFORMED",
  },
  {
    name: "a runaway of 8k tokens",
    reply: (wire) => ({ json: wire.answer(`{"word":"${"again and ".repeat(8000)}`, "cut") }),
    calls: 2,
    code: "MALFORMED",
  },
];

function html(code: number): Reply {
  return { status: code, headers: { "content-type": "text/html" }, raw: "<html><body>Bad gateway</body></html>" };
}

function routerTo(service: Loopback, wire: Wire, more: Partial<RouterOptions> = {}): Router {
  const primary: ProviderRef = {
    provider: wire.provider,
    model: "m",
    baseUrl: wire.provider === "anthropic" ? service.origin : `${service.origin}/v1`,
    apiKeyEnv: "TEST_KEY",
  };
  return createRouter({
    config: {
      tiers: { light: { primary, fallbacks: [] } },
      defaults: { timeoutMs: 400, maxRetries: 1, backoff: { strategy: "fixed", baseMs: 5 } },
    },
    env: { TEST_KEY: KEY },
    dataDir: "unused",
    ...more,
  });
}

for (const wire of WIRES) {
  describe(`a ${wire.provider} service that answers with`, () => {
    for (const row of ROWS) {
      it(`${row.name} is called ${row.calls} times: ${row.code ?? "an answer"}`, async () => {
        const clock = patientClock();
        const events: unknown[] = [];
        const service = await loopback((_call, n) => {
          return row.reply(wire, n);
        });
        try {
          const router = routerTo(service, wire, { clock, log: (event) => events.push(event) });
          const outcome = await router.ask("light", question).catch((error: unknown) => error);
          expect(service.calls.length).to.equal(row.calls);
          expect(service.calls[0]?.url).to.equal(wire.path);
          expect(service.calls[0]?.body.max_tokens).to.equal(100);
          if (row.code === undefined) {
            expect(outcome).to.deep.include({ value: { word: "yes" }, model: "m" });
            expect(outcome).to.have.property("usage").that.has.property("cachedTokens");
            expect(outcome).to.have.property("attempts").of.length(row.calls);
          } else {
            if (!SneqError.is(outcome)) throw outcome;
            expect(outcome.code).to.equal("PROVIDER_ERROR");
            const details = outcome.details as { attempts: object[] };
            expect(details).to.include({ providerCode: row.code, tier: "light" });
            expect(details.attempts).to.have.length(row.calls);
            for (const attempt of details.attempts) expect(attempt).to.include.keys("provider", "model", "code", "ms");
          }
          if (row.pause) expect(clock.waited).to.deep.equal([row.pause]);
          const said = JSON.stringify([outcome, (outcome as Error).message, (outcome as Error).stack, events]);
          expect(said).not.to.include(KEY);
        } finally {
          await service.close();
        }
      });
    }

    it("a refused key, is not asked again by any router of the process", async () => {
      const service = await loopback(() => status(401)(wire));
      try {
        await routerTo(service, wire)
          .ask("light", question)
          .catch(() => {});
        const second = await routerTo(service, wire)
          .ask("light", question)
          .catch((error: SneqError) => error);
        expect(service.calls).to.have.length(1);
        expect(second).to.have.property("details").that.includes({ providerCode: "AUTH" });
      } finally {
        await service.close();
      }
    });

    it("nothing, is left at once when the question is cancelled", async () => {
      const service = await loopback(() => ({ act: "hang" }));
      try {
        const stop = new AbortController();
        const asked = routerTo(service, wire).ask("light", { ...question, signal: stop.signal });
        const outcome = asked.catch((error: unknown) => error);
        while (service.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        stop.abort(new Error("changed my mind"));
        expect(await outcome).to.have.property("message", "changed my mind");
        expect(service.calls).to.have.length(1);
      } finally {
        await service.close();
      }
    });
  });
}
