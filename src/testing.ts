import assert from "node:assert/strict";
import type {
  ChatRequest,
  GateContext,
  LanguagePack,
  NarrationGate,
  Provider,
  ProviderFactory,
  ProviderRef,
  ValidationReport,
} from "./plugin.ts";

/** One promise of the contract, for any test runner: `it(name, run)`, `test(name, run)`. `run` rejects when it is broken. */
export interface ContractTest {
  name: string;
  run(): Promise<void>;
}

/** What a language pack must hold to. `pack` is the parsed JSON file. */
export function languagePackContract(pack: LanguagePack): ContractTest[] {
  const lists = Object.entries(pack).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
  return [
    test("names its language by a code such as de", () => {
      assert.match(pack.language, /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);
    }),
    test("is plain data, all of it words, marks and file names", () => {
      assert.deepEqual(JSON.parse(JSON.stringify(pack)), pack);
      for (const [key, value] of Object.entries(pack)) {
        const words = Array.isArray(value) && value.every((word) => typeof word === "string");
        assert.ok(words || ["string", "boolean"].includes(typeof value), `${key} holds something else`);
      }
    }),
    test("holds at least one list", () => {
      assert.ok(lists.some(([, words]) => words.length > 0));
    }),
    ...lists.map(([key, words]) =>
      test(`lists ${key} in lower case and NFC, without blanks around a word`, () => {
        for (const word of words) {
          assert.ok(word !== "" && word === word.trim(), `${key}: ${JSON.stringify(word)} is empty or has blanks`);
          assert.equal(word, word.normalize("NFC"), `${key}: ${word} is not in NFC`);
          assert.equal(word, word.toLowerCase(), `${key}: ${word} is not in lower case`);
        }
      }),
    ),
    test("names files beside it by a relative path", () => {
      if (pack.commonWordsFile !== undefined) assert.match(pack.commonWordsFile, /^\.\/(?!.*\.\.)/);
    }),
  ];
}

/** How a gate is tried. */
export interface GateTrial {
  /** Texts it has to answer for, beside those of the contract. */
  narrations?: string[];
  /** Parts of the context it needs; the rest knows no name at all. */
  context?: Partial<GateContext>;
}

const NARRATIONS = ["", "Mira attise le feu.", "« Ça alors ! » 🔥 dit-elle.\r\n\r\n- Rien.", "word ".repeat(20_000)];

/** What a narration gate must hold to, tried on a campaign that knows no name. */
export function gateContract(gate: NarrationGate, trial: GateTrial = {}): ContractTest[] {
  const narrations = [...NARRATIONS, ...(trial.narrations ?? [])];
  const each = async (check: (report: ValidationReport, narration: string) => void) => {
    for (const narration of narrations) check(await answerOf(gate, narration, trial), narration);
  };
  return [
    test("answers every text with a whole report", () => each((report) => checkShape(report))),
    test("says ok exactly when it has no issue", () =>
      each((report) => assert.equal(report.ok, report.issues.length === 0))),
    test("places issues inside the text", () =>
      each((report, narration) => {
        for (const { noun, occurrences } of report.issues)
          for (const { start, end, line, column } of occurrences) {
            assert.ok(0 <= start && start <= end && end <= narration.length, `${noun} lies outside the text`);
            const before = narration.slice(0, start).split(/\r\n|[\r\n\u2028\u2029]/);
            assert.deepEqual({ line, column }, { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }, noun);
          }
      })),
    test("answers in plain JSON", () =>
      each((report) => assert.deepEqual(JSON.parse(JSON.stringify(report)), structuredClone(report)))),
    test("gives the same answer to the same text", async () => {
      for (const narration of narrations)
        assert.deepEqual(await answerOf(gate, narration, trial), await answerOf(gate, narration, trial));
    }),
    test("leaves what it is handed as it is", async () => {
      const input = Object.freeze({ narration: "Mira attise le feu." });
      const ctx = contextFor(trial);
      const before = JSON.stringify(ctx);
      await gate.validate(input, ctx, async () => nothingFound());
      assert.equal(JSON.stringify(ctx), before);
    }),
  ];
}

/** How a provider is tried: a reference as in a configuration, to a service the test has started. */
export interface ProviderTrial {
  ref: ProviderRef;
  apiKey?: string;
  env?: Record<string, string | undefined>;
  /** A folder the provider may write into. */
  dataDir: string;
}

/** What a provider must hold to, tried against a service that answers. */
export function providerContract(factory: ProviderFactory, trial: ProviderTrial): ContractTest[] {
  const create = async (): Promise<Provider> =>
    factory.create(trial.ref, { apiKey: trial.apiKey, env: trial.env ?? {}, dataDir: trial.dataDir, log() {} });
  return [
    test("has an id that a configuration can name", () => assert.match(factory.id, /^[\w.:/@-]{1,100}$/)),
    test("offers chat, embeddings or both", async () => {
      const { chat, embed } = await create();
      assert.ok(typeof chat === "function" || typeof embed === "function");
    }),
    test("answers a question with text, and counts no token it was not told of", async () => {
      const provider = await create();
      if (!provider.chat) return;
      const { text, usage } = await provider.chat(question(new AbortController().signal));
      assert.equal(typeof text, "string");
      for (const count of Object.values(usage)) assert.ok(Number.isInteger(count) && count >= 0);
    }),
    test("gives vectors of one length, one for each text", async () => {
      const provider = await create();
      if (!provider.embed) return;
      const { vectors } = await provider.embed(["Mira", "Alduin"], { signal: new AbortController().signal });
      assert.equal(vectors.length, 2);
      assert.equal(new Set(vectors.map((vector) => vector.length)).size, 1);
      assert.ok(vectors.flat().every(Number.isFinite));
    }),
    test("gives up when it is told to", async () => {
      const provider = await create();
      const signal = AbortSignal.abort();
      if (provider.chat) await assert.rejects(async () => provider.chat?.(question(signal)));
      if (provider.embed) await assert.rejects(async () => provider.embed?.(["Mira"], { signal }));
    }),
  ];
}

function test(name: string, run: () => void | Promise<void>): ContractTest {
  return { name, run: async () => run() };
}

async function answerOf(gate: NarrationGate, narration: string, trial: GateTrial): Promise<ValidationReport> {
  return gate.validate({ narration }, contextFor(trial), async () => nothingFound());
}

function nothingFound(): ValidationReport {
  return { ok: true, extractedNames: [], issues: [] };
}

function contextFor({ context }: GateTrial): GateContext {
  return {
    campaign: { id: "contract", name: "Contract" },
    languages: [{ language: "fr" }, { language: "en" }],
    ignore: [],
    namesStartingWith: async () => [],
    resolveNames: async (nouns) => ({
      names: nouns.map((noun) => ({ noun, kind: "no-match", candidates: [] })),
      partial: false,
    }),
    secondOpinion: async () => ({ opinions: [], unavailable: true }),
    canonValues: async () => [],
    ...context,
  };
}

function checkShape(report: ValidationReport): void {
  assert.equal(typeof report.ok, "boolean");
  assert.ok(report.extractedNames.every((name) => typeof name === "string"));
  for (const { noun, kind, suggestions, occurrences } of report.issues) {
    assert.equal(typeof noun, "string");
    assert.ok(["no-match", "ambiguous", "below-threshold", "numbers", "presence"].includes(kind), `kind ${kind}`);
    for (const { entityId, canonicalName, confidence } of suggestions) {
      assert.ok(typeof entityId === "string" && typeof canonicalName === "string");
      assert.ok(confidence >= 0 && confidence <= 1);
    }
    for (const place of occurrences)
      for (const value of [place.start, place.end, place.line, place.column]) assert.ok(Number.isInteger(value));
  }
}

function question(signal: AbortSignal): ChatRequest {
  return { system: "Answer with one word.", user: "Ready?", format: { kind: "text" }, maxTokens: 50, signal };
}
