import { join } from "node:path";
import { expect } from "chai";
import type { ProviderFactory } from "../../src/plugin.ts";
import { providerContract } from "../../src/testing.ts";
import { Shell } from "./shell.ts";

const SECTION = { api: 1, providers: [{ id: "house-model", module: "./provider.js" }] };
const provider = (chat: string) =>
  `console.log("noise"); export const provider = { id: "house-model", create: (ref) => ({ chat: async ({ user, signal }) => { signal.throwIfAborted(); ${chat} } }) };`;
const ANSWER = provider(
  `return { text: JSON.stringify({ verdicts: [{ noun: "Zorbane", verdict: "unknown", reasoning: "says " + ref.model }] }), usage: {} };`,
);

describe("a provider that an installed plugin brings", function () {
  this.timeout(60_000);

  let shell: Shell;
  before(async () => {
    shell = new Shell();
    shell.write(".", {
      "config.json": {
        tiers: { light: { primary: { provider: "house-model", model: "small" } } },
        defaults: { maxRetries: 0 },
      },
    });
    await shell.call("init-campaign");
  });
  beforeEach(() => shell.unlinkAll());
  after(() => shell.remove());
  const validate = async () => {
    const flags = ["--config", join(shell.home, "config.json")];
    const { stdout, stderr, code, json } = await shell.call(
      "validate-narration",
      { narration: "Hier, Zorbane attise le feu." },
      flags,
    );
    expect({ lines: stdout.split("\n").length, stderr, code }).to.deep.equal({ lines: 2, stderr: "", code: 0 });
    return json as { partial?: boolean; issues: { noun: string; llmReasoning?: string }[] };
  };

  it("answers where a configuration names it", async () => {
    shell.link("house", SECTION, { "provider.js": ANSWER });
    const { issues, partial } = await validate();
    expect(partial).to.equal(undefined);
    expect(issues[0]).to.include({ noun: "Zorbane", llmReasoning: "says small" });
  });

  for (const [what, source] of Object.entries({
    "is not there": undefined,
    "cannot be loaded": "export const",
    "exports nothing": "export {};",
    throws: provider(`throw new Error("no");`),
    "makes nothing": "export const provider = { create: () => null };",
    "answers with no text": provider("return 42;"),
    "throws a code of its own": provider(`throw Object.assign(new Error("no"), { providerCode: "BANANA" });`),
    "answers nonsense": provider(`return { text: "?", usage: {} };`),
  }))
    it(`costs only its answer when it ${what}`, async () => {
      if (source !== undefined) shell.link("house", SECTION, { "provider.js": source });
      const { issues, partial } = await validate();
      expect(partial).to.equal(true);
      expect(issues.map(({ noun }) => noun)).to.deep.equal(["Zorbane"]);
    });

  it("is told by name and code, whatever it does", async () => {
    const { json: mira } = await shell.call("mention-entity", {
      canonicalName: "Mira",
      type: "PERSONNAGE",
      description: "A smith.",
    });
    shell.write(".", {
      "heavy.json": {
        tiers: { heavy: { primary: { provider: "house-model", model: "m" } } },
        defaults: { maxRetries: 0 },
      },
    });
    const codeOf = async (source: string) => {
      shell.unlinkAll();
      shell.link(`house-${source.length}`, SECTION, { "provider.js": source });
      const asked = { entityId: mira.entityId, attributeKey: "eyes", category: "IDENTITE" };
      const { code, json } = await shell.call("collapse-attribute", asked, [
        "--config",
        join(shell.home, "heavy.json"),
      ]);
      return { code, providerCode: (json.details as { providerCode?: string } | undefined)?.providerCode };
    };
    const expected = {
      "export const provider = { create: () => null };": "NOT_CONFIGURED",
      [provider("return 42;")]: "MALFORMED",
      [provider(`throw Object.assign(new Error("no"), { providerCode: "BANANA" });`)]: "SERVER",
      "export const provider = { create: () => new Promise(() => {}) };": "TIMEOUT",
    };
    for (const [source, providerCode] of Object.entries(expected))
      expect(await codeOf(source), source).to.deep.equal({ code: 1, providerCode });
  });

  describe("is held to the contract", () => {
    const factory: ProviderFactory = {
      id: "steady",
      create: () => ({
        async chat({ signal }) {
          signal.throwIfAborted();
          return { text: "Yes.", usage: { inputTokens: 3 } };
        },
        async embed(texts, { signal }) {
          signal.throwIfAborted();
          return { vectors: texts.map(() => [0, 1]), usage: {} };
        },
      }),
    };
    const contract = (tried: ProviderFactory) => providerContract(tried, { ref: { provider: tried.id }, dataDir: "." });
    for (const { name, run } of contract(factory)) it(name, run);

    it("which finds one that goes on after it was told to stop", async () => {
      const stubborn: ProviderFactory = { id: "s", create: () => ({ chat: async () => ({ text: "", usage: {} }) }) };
      const failed = await Promise.all(
        contract(stubborn).map(({ run }) =>
          run().then(
            () => false,
            () => true,
          ),
        ),
      );
      expect(failed.filter(Boolean)).to.have.length(1);
    });
  });
});
