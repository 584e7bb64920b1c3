import { expect } from "chai";
import { failure } from "../../src/router/failure.ts";
import { createRouter } from "../../src/router/router.ts";
import { defaults, failureOf, GOOD, patientClock, question, routerOf, scripted } from "./asking.ts";
import { completion, loopback } from "./loopback.ts";

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
