import { expect } from "chai";
import { z } from "zod";
import type { ChatRequest, Provider, ProviderFactory, ProviderRef } from "../../src/domain/provider.ts";
import { valueSchema } from "../../src/domain/value.ts";
import type { SneqError } from "../../src/errors.ts";
import type { RouterClock } from "../../src/router/backoff.ts";
import type { RouterConfig } from "../../src/router/config.ts";
import { failure } from "../../src/router/failure.ts";
import { createRouter, type RouterOptions } from "../../src/router/router.ts";
import { completion, loopback, message, type Received, type Reply } from "./loopback.ts";

const schema = z.strictObject({ word: z.string() });
const question = { purpose: "test", system: "s", user: "u", schema, schemaName: "word" };
const GOOD = '{"word":"yes"}';
const defaults: RouterConfig["defaults"] = {
  timeoutMs: 2000,
  maxRetries: 2,
  backoff: { strategy: "exponential", baseMs: 100 },
};

/** A clock that never waits and notes what it was asked to wait. */
function patientClock(): RouterClock & { waited: number[] } {
  const waited: number[] = [];
  return { waited, now: () => performance.now(), sleep: async (ms) => void waited.push(ms) };
}

/** A plugin's provider that answers from a script; each entry is a text or something to throw. */
function scripted(id: string, script: (string | Error)[], extra: Partial<Provider> = {}) {
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

function routerOf(refs: ProviderRef[], factories: ProviderFactory[], more: Partial<RouterOptions> = {}) {
  const [primary = { provider: "none" }, ...fallbacks] = refs;
  const config: RouterConfig = { tiers: { light: { primary, fallbacks } }, defaults };
  return createRouter({ config, env: {}, factories, dataDir: "unused", clock: patientClock(), ...more });
}

async function failureOf(asked: Promise<unknown>): Promise<SneqError & { details: Record<string, unknown> }> {
  return asked.then(
    () => expect.fail("an answer came"),
    (error) => error,
  );
}

describe("the router", () => {
  for (const [name, bad] of [
    ["refuses its key", failure("AUTH", "no", { status: 401 })],
    ["is out of quota", failure("QUOTA", "slow", { status: 429 })],
    ["fails", failure("SERVER", "boom", { status: 500 })],
    ["cannot be reached", failure("NETWORK", "ECONNREFUSED")],
    ["throws what it likes", new Error("a bug of the plugin")],
    ["answers nonsense", "no JSON here"],
  ] as const) {
    it(`goes to the fallback when the primary ${name}`, async () => {
      const first = scripted(`first-${name}`, [bad]);
      const second = scripted("second", [GOOD]);
      const router = routerOf([first.ref, second.ref], [first.factory, second.factory]);
      const answer = await router.ask("light", question);
      expect(answer).to.deep.include({ value: { word: "yes" }, provider: "second", model: "second-model" });
      expect(answer.attempts).to.have.length(first.requests.length + 1);
    });
  }

  it("asks once more for an answer that does not fit, over the whole chain, and quotes the bad one short", async () => {
    const first = scripted("first", ["x".repeat(100_000)]);
    const second = scripted("second", ["nonsense"]);
    const failed = await failureOf(
      routerOf([first.ref, second.ref], [first.factory, second.factory]).ask("light", question),
    );
    expect(failed.details).to.include({ providerCode: "MALFORMED", tier: "light" });
    expect([first.requests.length, second.requests.length]).to.deep.equal([2, 1]);
    expect(first.requests[1]?.user).to.include("xxx").and.have.length.below(1000);
  });

  it("doubles the pause between tries, and takes a service at its word", async () => {
    const clock = patientClock();
    const bad = scripted("bad", [failure("SERVER", "x"), failure("QUOTA", "x", { status: 429, retryAfterMs: 1500 })]);
    await failureOf(routerOf([bad.ref], [bad.factory], { clock }).ask("light", question));
    expect(clock.waited).to.deep.equal([100, 1500]);
  });

  it("passes by a reference without its key when a fallback has one, and makes no attempt of it", async () => {
    const second = scripted("second", [GOOD]);
    const keyless = { provider: "anthropic", model: "m", apiKeyEnv: "ABSENT_KEY" };
    const answer = await routerOf([keyless, second.ref], [second.factory]).ask("light", question);
    expect(answer.attempts).to.have.length(1);
  });

  it("says which variable is missing when no reference has its key", async () => {
    const router = routerOf([{ provider: "openai-compatible", model: "m", apiKeyEnv: "ABSENT_KEY" }], []);
    expect(router.configured("light")).to.equal(false);
    const failed = await failureOf(router.ask("light", question));
    expect(failed.code).to.equal("PROVIDER_ERROR");
    expect(failed.details).to.deep.include({ providerCode: "NOT_CONFIGURED", tier: "light", attempts: [] });
    expect(failed.message).to.include("ABSENT_KEY");
  });

  it("is not configured without a file and without keys, and never remote by a key alone", async () => {
    const config = { tiers: {}, defaults };
    const bare = createRouter({ config, env: {}, dataDir: "unused" });
    expect([bare.configured("light"), bare.configured("heavy")]).to.not.include(true);
    const failed = await failureOf(bare.ask("heavy", question));
    expect(failed.details).to.include({ providerCode: "NOT_CONFIGURED", tier: "heavy" });
    const keyed = createRouter({ config, env: { MISTRAL_API_KEY: "m" }, dataDir: "unused" });
    expect(keyed.configured("light")).to.equal(true);
    expect(keyed.embeddingModel()).to.equal("local");
  });

  it("takes a key without the line end it was read with, and none that cannot be one", async () => {
    const service = await loopback(() => ({ json: completion(GOOD) }));
    try {
      const ref = { provider: "openai-compatible", model: "m", baseUrl: `${service.origin}/v1`, apiKeyEnv: "THE_KEY" };
      await routerOf([ref], [], { env: { THE_KEY: "sk-0123456789\n" } }).ask("light", question);
      expect(service.calls[0]?.headers.authorization).to.equal("Bearer sk-0123456789");
      const odd = await failureOf(routerOf([ref], [], { env: { THE_KEY: "“sk-0123456789”" } }).ask("light", question));
      expect(odd.details).to.include({ providerCode: "NOT_CONFIGURED" });
      expect(JSON.stringify(odd)).to.include("THE_KEY").and.not.include("0123456789");
    } finally {
      await service.close();
    }
  });

  it("sends no key that stands in a story, to no service", async () => {
    const one = scripted("one", [GOOD]);
    const env = { MISTRAL_API_KEY: "sk-0123456789" };
    await routerOf([one.ref], [one.factory], { env }).ask("light", { ...question, user: "Il dit : sk-0123456789 !" });
    expect(one.requests[0]?.user).to.equal("Il dit : *** !");
  });

  it("names a provider that no plugin brings", async () => {
    const failed = await failureOf(routerOf([{ provider: "acme" }], []).ask("light", question));
    expect(failed.details).to.include({ providerCode: "NOT_CONFIGURED" });
    expect(failed.message).to.include("acme");
  });

  it("takes one keyless reference out for the process when it is refused, and no other of its provider", async () => {
    const agent = scripted("agent-program", [failure("AUTH", "not logged in"), GOOD]);
    const router = routerOf(
      [
        { ...agent.ref, recipe: "one" },
        { ...agent.ref, recipe: "two" },
      ],
      [agent.factory],
    );
    expect((await router.ask("light", question)).value).to.deep.equal({ word: "yes" });
    await router.ask("light", question);
    expect(agent.requests).to.have.length(3);
  });

  it("leaves behind a provider that ignores its signal", async () => {
    const deaf = scripted("deaf", [], { chat: () => new Promise(() => {}) });
    const config = { tiers: { light: { primary: deaf.ref, fallbacks: [] } }, defaults: { ...defaults, timeoutMs: 20 } };
    const router = routerOf([], [deaf.factory], { config });
    const failed = await failureOf(router.ask("light", question));
    expect(failed.details).to.include({ providerCode: "TIMEOUT" });
  });

  it("answers many questions at once without a warning of the process", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => void warnings.push(warning);
    process.on("warning", note);
    try {
      const one = scripted("one", [GOOD]);
      const router = routerOf([one.ref], [one.factory]);
      await Promise.all(Array.from({ length: 40 }, () => router.ask("light", question)));
      await new Promise((resolve) => setImmediate(resolve));
      expect(warnings).to.deep.equal([]);
    } finally {
      process.off("warning", note);
    }
  });

  it("does not go on when it is closed", async () => {
    const deaf = scripted("deaf", [], { chat: () => new Promise(() => {}) });
    const router = routerOf([deaf.ref], [deaf.factory]);
    const asked = failureOf(router.ask("light", question));
    router.close();
    expect((await asked).message).to.include("closed");
    expect((await failureOf(router.ask("light", question))).message).to.include("closed");
  });

  it("keeps to the lower of the question's and the reference's limit of tokens", async () => {
    const one = scripted("one", [GOOD]);
    const router = routerOf([{ ...one.ref, maxTokens: 50 }], [one.factory]);
    await router.ask("light", { ...question, maxTokens: 300 });
    await router.ask("light", { ...question, maxTokens: 20 });
    expect(one.requests.map((request) => request.maxTokens)).to.deep.equal([50, 20]);
  });

  it("adds up the tokens of every call of a question", async () => {
    const one = scripted("one", ["nonsense", GOOD]);
    const answer = await routerOf([one.ref], [one.factory]).ask("light", question);
    expect(answer.usage).to.deep.equal({ inputTokens: 6, outputTokens: 4 });
  });
});

describe("the ladder of answer forms", () => {
  async function withService(reply: (call: Received, n: number) => Reply, use: (baseUrl: string) => Promise<void>) {
    const service = await loopback(reply);
    try {
      await use(`${service.origin}/v1`);
    } finally {
      await service.close();
    }
    return service.calls;
  }

  it("steps down on a refused form without counting a try, and remembers it for the process", async () => {
    const refusal = {
      error: { message: "This response_format type is unavailable now", type: "invalid_request_error" },
    };
    const calls = await withService(
      ({ body }) =>
        body.response_format?.type === "json_schema" ? { status: 400, json: refusal } : { json: completion(GOOD) },
      async (baseUrl) => {
        const ref = { provider: "openai-compatible", model: "stepper", baseUrl };
        const noRetries = {
          tiers: { light: { primary: ref, fallbacks: [] } },
          defaults: { ...defaults, maxRetries: 0 },
        };
        const first = await routerOf([], [], { config: noRetries }).ask("light", question);
        expect(first.attempts.map(({ code }) => code)).to.deep.equal(["UNSUPPORTED", undefined]);
        await routerOf([], [], { config: noRetries }).ask("light", question);
      },
    );
    expect(calls.map(({ body }) => body.response_format.type)).to.deep.equal([
      "json_schema",
      "json_object",
      "json_object",
    ]);
    expect(calls[0]?.body.messages[0].content).not.to.include('"word"');
    expect(calls[1]?.body.messages[0].content).to.include('"word"');
  });

  it("ends at plain text", async () => {
    const calls = await withService(
      ({ body }) =>
        body.response_format
          ? { status: 422, json: { error: { message: "response_format: extra fields not permitted" } } }
          : { json: completion(`Here you are:\n\`\`\`json\n${GOOD}\n\`\`\``) },
      async (baseUrl) => {
        const router = routerOf([{ provider: "openai-compatible", model: "plain", baseUrl }], []);
        expect((await router.ask("light", question)).value).to.deep.equal({ word: "yes" });
      },
    );
    expect(calls).to.have.length(3);
  });

  it("puts the schema into the prompt when a server accepted it and did not follow it", async () => {
    const calls = await withService(
      ({ body }) => ({ json: completion(body.response_format.type === "json_schema" ? "Sure!" : GOOD) }),
      async (baseUrl) => {
        const router = routerOf([{ provider: "openai-compatible", model: "polite", baseUrl }], []);
        expect((await router.ask("light", question)).value).to.deep.equal({ word: "yes" });
      },
    );
    expect(calls[1]?.body.messages[0].content).to.include('"word"');
  });

  it("goes straight to text, at no refused call, where a service cannot say the schema", async () => {
    const service = await loopback(() => ({ json: message('{"value":{"type":"STRING","value":"yes"}}') }));
    try {
      const router = routerOf([{ provider: "anthropic", model: "m", baseUrl: service.origin }], []);
      const recursive = { ...question, schema: z.strictObject({ value: valueSchema() }) };
      const answer = await router.ask("light", recursive);
      expect(answer.value).to.deep.equal({ value: { type: "STRING", value: "yes" } });
      expect(answer.attempts).to.have.length(1);
      expect(service.calls[0]?.body).to.not.have.property("output_config");
      expect(service.calls[0]?.body.system).to.include("COMPOSITE");
    } finally {
      await service.close();
    }
  });

  it("sends no Authorization header without a key, and the reference's own headers and body keys", async () => {
    const calls = await withService(
      () => ({ json: completion(GOOD) }),
      async (baseUrl) => {
        const own = {
          headers: { "X-Title": "canon" },
          extraBody: { reasoning: { enabled: false } },
          tokenLimitKey: "max_completion_tokens",
        };
        await routerOf([{ provider: "openai-compatible", model: "m", baseUrl, ...own }], []).ask("light", question);
      },
    );
    expect(calls[0]?.headers).to.include({ "x-title": "canon" }).and.not.have.property("authorization");
    expect(calls[0]?.body).to.deep.include({ reasoning: { enabled: false }, max_completion_tokens: 2048 });
    expect(calls[0]?.body).not.to.have.property("max_tokens");
  });
});
