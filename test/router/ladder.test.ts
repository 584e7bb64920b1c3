import { expect } from "chai";
import { z } from "zod";
import { valueSchema } from "../../src/domain/value.ts";
import { defaults, GOOD, question, routerOf } from "./asking.ts";
import { completion, loopback, message, type Received, type Reply } from "./loopback.ts";

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
