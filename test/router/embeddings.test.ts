import { expect } from "chai";
import type { ProviderRef } from "../../src/domain/provider.ts";
import type { SneqError } from "../../src/errors.ts";
import { createRouter, type Router } from "../../src/router/router.ts";
import { type Loopback, loopback, type Reply } from "./loopback.ts";

const vectors = (...rows: unknown[]): Reply => ({
  json: {
    object: "list",
    model: "m",
    data: rows.map((embedding, index) => ({ object: "embedding", index, embedding })).reverse(),
    usage: { prompt_tokens: 4, total_tokens: 4 },
  },
});

async function withRouter(
  reply: (n: number) => Reply,
  use: (router: Router, service: Loopback) => Promise<void>,
  more: Partial<ProviderRef> = {},
) {
  const service = await loopback((_call, n) => reply(n));
  const primary = {
    provider: "openai-compatible",
    model: "m",
    baseUrl: `${service.origin}/v1`,
    embeddingDim: 3,
    ...more,
  };
  const router = createRouter({
    config: {
      tiers: { embeddings: { primary, fallbacks: [] } },
      defaults: { timeoutMs: 2000, maxRetries: 1, backoff: { strategy: "fixed", baseMs: 1 } },
    },
    env: {},
    dataDir: "unused",
  });
  try {
    await use(router, service);
  } finally {
    await service.close();
  }
}

describe("embeddings of a remote model", () => {
  it("come back in the order of the texts, as plain numbers on the wire", async () => {
    await withRouter(
      () => vectors([1, 0, 0], [0, 1, 0]),
      async (router, service) => {
        const made = await router.embed(["a", "b"]);
        expect(made.vectors.map((vector) => [...vector])).to.deep.equal([
          [1, 0, 0],
          [0, 1, 0],
        ]);
        expect(made).to.deep.include({ model: "openai-compatible/m", usage: { inputTokens: 4 } });
        expect(service.calls[0]?.url).to.equal("/v1/embeddings");
        expect(service.calls[0]?.body).to.deep.include({ input: ["a", "b"], encoding_format: "float" });
      },
    );
  });

  for (const [name, reply] of [
    ["another length", vectors([1, 0])],
    ["a missing vector", vectors()],
    ["numbers that are none", vectors([1, null, 0])],
    ["base64 where numbers were asked for", vectors("AACAPwAAAAAAAAAA")],
    ["no list", { json: { data: null } }],
  ] as [string, Reply][]) {
    it(`with ${name} are MALFORMED`, async () => {
      await withRouter(
        () => reply,
        async (router) => {
          const failed: SneqError = await router.embed(["a"]).catch((error) => error);
          expect(failed.details).to.include({ providerCode: "MALFORMED", tier: "embeddings" });
        },
      );
    });
  }

  it("are tried again after a passing failure", async () => {
    await withRouter(
      (n) => (n === 1 ? { status: 503, json: {} } : vectors([1, 0, 0])),
      async (router, service) => {
        await router.embed(["a"]);
        expect(service.calls).to.have.length(2);
      },
    );
  });

  it("are not asked of another model than the space has", async () => {
    await withRouter(
      () => vectors([1, 0, 0]),
      async (router, service) => {
        const failed: SneqError = await router
          .embed(["a"], { model: "openai-compatible/other", dim: 3 })
          .catch((e) => e);
        expect(failed.details).to.include({ providerCode: "NOT_CONFIGURED" });
        expect(service.calls).to.have.length(0);
      },
    );
  });

  it("are local without that tier, of the local length, at no call", async () => {
    const defaults = { timeoutMs: 1000, maxRetries: 0, backoff: { strategy: "fixed" as const, baseMs: 1 } };
    const router = createRouter({ config: { tiers: {}, defaults }, env: {}, dataDir: "unused" });
    const made = await router.embed(["Aldric", "Aldrik"], { model: "local", dim: 768 });
    expect(made.vectors.map((vector) => vector.length)).to.deep.equal([768, 768]);
  });

  it("have a length that is known for common models, under any prefix or tag", async () => {
    const dims = {
      "mistral-embed": 1024,
      "openai/text-embedding-3-small": 1536,
      "bge-m3:latest": 1024,
      unheard: undefined,
    };
    for (const [model, dim] of Object.entries(dims)) {
      const primary = { provider: "openai-compatible", model };
      const defaults = { timeoutMs: 1, maxRetries: 0, backoff: { strategy: "fixed" as const, baseMs: 1 } };
      const config = { tiers: { embeddings: { primary, fallbacks: [] } }, defaults };
      const router = createRouter({ config, env: {}, dataDir: "unused" });
      expect(router.embeddingModel()).to.deep.equal({ model: `openai-compatible/${model}`, dim });
    }
  });
});
