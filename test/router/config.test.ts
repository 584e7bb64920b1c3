import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type Config, DEFAULT_CONFIG, loadConfig, parseConfig } from "../../src/config.ts";
import { configJsonSchema } from "../../src/config-schema.ts";
import type { SneqError, ValidationIssue } from "../../src/errors.ts";
import { createRouter } from "../../src/router/router.ts";

const reference = { provider: "openai-compatible", model: "m", baseUrl: "http://localhost:1/v1" };

describe("a configuration file", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq-config-"));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function file(name: string, content: string | Buffer): string {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  }

  async function refusal(loading: Promise<Config>): Promise<{ error: SneqError; paths: string[] }> {
    const error: SneqError = await loading.then(
      () => expect.fail("it was accepted"),
      (thrown) => thrown,
    );
    expect(error.code).to.equal("INVALID_ARGS");
    const { issues } = error.details as { issues: ValidationIssue[] };
    return { error, paths: issues.map(({ path }) => path.join(".")) };
  }

  it("may be absent: the defaults", async () => {
    expect(await loadConfig()).to.equal(DEFAULT_CONFIG);
  });

  it("may be empty: the defaults again", async () => {
    expect(await loadConfig(file("empty.json", "{}"))).to.deep.equal(DEFAULT_CONFIG);
  });

  it("fills in what is left out, and keeps a plugin's own keys", async () => {
    const own = { provider: "cli-agent", recipe: "hermes", options: { fast: true } };
    const config = await loadConfig(
      file("own.json", `\ufeff${JSON.stringify({ tiers: { light: { primary: own } } })}`),
    );
    expect(config.tiers.light).to.deep.equal({ primary: own, fallbacks: [] });
    expect(config.defaults.timeoutMs).to.equal(30_000);
  });

  for (const [name, content, said] of [
    ["is no JSON", '{"tiers": }', "not valid JSON"],
    ["is empty", "", "not valid JSON"],
    ["is no object", "[]", "must be an object"],
    ["is no text", Buffer.from([0x7b, 0xff, 0xfe]), "UTF-8"],
  ] as [string, string | Buffer, string][]) {
    it(`that ${name} is refused by name`, async () => {
      const path = file("bad.json", content);
      const { error } = await refusal(loadConfig(path));
      expect(error.message).to.include(path).and.include(said);
    });
  }

  it("that is absent or a folder is refused by name", async () => {
    expect((await refusal(loadConfig(join(folder, "none.json")))).error.message).to.include("none.json");
    expect((await refusal(loadConfig(folder))).error.message).to.include("folder");
  });

  for (const [path, config] of [
    ["tier", { tier: {} }],
    ["tiers.medium", { tiers: { medium: { primary: reference } } }],
    ["tiers.heavy.primary", { tiers: { heavy: { fallbacks: [] } } }],
    ["tiers.heavy.primary.provider", { tiers: { heavy: { primary: { model: "m" } } } }],
    ["tiers.heavy.primary.model", { tiers: { heavy: { primary: { provider: "anthropic" } } } }],
    ["tiers.heavy.primary.modle", { tiers: { heavy: { primary: { ...reference, modle: "x" } } } }],
    ["tiers.light.fallbacks.1.baseUrl", tierOf(reference, { ...reference, baseUrl: "ftp://x" })],
    ["tiers.light.fallbacks.1.baseUrl", tierOf(reference, { ...reference, baseUrl: "http://me:secret@host/v1" })],
    ["tiers.light.fallbacks.0.apiKey", tierOf({ provider: "acme", apiKey: "sk-0123456789" })],
    ["tiers.light.fallbacks.0.apiKeyEnv", tierOf({ ...reference, apiKeyEnv: "sk-0123456789" })],
    ["tiers.light.fallbacks.0.headers", tierOf({ ...reference, headers: { Authorization: "Bearer sk-0123456789" } })],
    ["tiers.light.fallbacks.0.embeddingDim", tierOf({ provider: "local", embeddingDim: 512 })],
    ["defaults.timeoutMs", { defaults: { timeoutMs: "30s" } }],
    ["defaults.maxRetries", { defaults: { maxRetries: -1 } }],
    ["defaults.backoff.strategy", { defaults: { backoff: { strategy: "random" } } }],
    ["resolver.tauHigh", { resolver: { tauHigh: 88 } }],
    ["resolver.tauLow", { resolver: { tauLow: 0.9, tauHigh: 0.8 } }],
    ["validator.stopwords", { validator: { stopwords: "le" } }],
  ] as [string, unknown][]) {
    it(`with a mistake at ${path} says so: ${JSON.stringify(config).slice(0, 60)}`, async () => {
      const { error, paths } = await refusal(parseConfig(config, "sneq.json"));
      const missing = path.split(".").at(-1) ?? "";
      // A key that is not known is reported at the object that holds it, by name.
      const holder = path.split(".").slice(0, -1).join(".");
      expect(
        paths.includes(path) || (paths.includes(holder) && error.message.includes(missing)),
        error.message,
      ).to.equal(true);
      expect(error.message).to.include("sneq.json");
      expect(JSON.stringify(error)).not.to.include("0123456789");
    });
  }

  it("never lets a key pasted into broken JSON be quoted", async () => {
    const { error } = await refusal(loadConfig(file("key.json", '{"tiers": sk-0123456789}')));
    expect(JSON.stringify(error)).not.to.include("0123456789");
  });

  it("has a published JSON Schema that knows the providers of the engine", () => {
    const text = JSON.stringify(configJsonSchema());
    for (const word of ["tiers", "timeoutMs", "tauHigh", "openai-compatible", "anthropic", "apiKeyEnv"])
      expect(text).to.include(word);
  });
});

function tierOf(...fallbacks: unknown[]) {
  return { tiers: { light: { primary: reference, fallbacks } } };
}

describe("the page of ready configurations", () => {
  const page = readFileSync(new URL("../../docs/configurations.md", import.meta.url), "utf8");
  const sections = [...page.matchAll(/^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm)];
  const ready = sections.flatMap(([, title, body]) =>
    [...(body ?? "").matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => ({ title: title ?? "", json: json ?? "" })),
  );

  it("has one for each service it promises", () => {
    const titles = ready.map(({ title }) => title);
    expect(titles).to.include.members(
      "DeepSeek,Mistral,OpenRouter,Together,Gemini,Anthropic,Ollama,LM Studio,llama.cpp".split(","),
    );
  });

  for (const { title, json } of ready) {
    it(`${title}: is accepted, and usable once its key is set`, async () => {
      const config = await parseConfig(JSON.parse(json));
      const env = Object.fromEntries([...json.matchAll(/"apiKeyEnv": "(\w+)"/g)].map(([, name]) => [name, "k"]));
      const router = createRouter({ config, env, dataDir: "unused" });
      for (const tier of Object.keys(config.tiers) as (keyof typeof config.tiers)[])
        expect(router.configured(tier)).to.equal(true);
    });
  }
});
