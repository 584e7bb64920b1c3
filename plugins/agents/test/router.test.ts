import { readFileSync } from "node:fs";
import { expect } from "chai";
import { z } from "zod";
import { parseConfig } from "../../../src/config.ts";
import { askJudge } from "../../../src/resolver/judge.ts";
import { secondOpinion } from "../../../src/resolver/second-opinion.ts";
import { createRouter } from "../../../src/router/router.ts";
import { provider } from "../src/provider.ts";
import { configure } from "../src/reference.ts";
import { groupLives, processLives, until } from "./support/groups.ts";
import { rejection } from "./support/rejection.ts";
import { makeWorld, standIn, type World } from "./support/world.ts";

const README = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const collapse = z.strictObject({
  value: z.object({ type: z.literal("STRING"), value: z.string() }),
  reasoning: z.string(),
});
const VALUE = { value: { type: "STRING", value: "grey" }, reasoning: "He is old." };

describe("agent programs behind the router", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.remove());

  async function router(tiers: Record<string, unknown>, env: Record<string, string>, defaults: object = {}) {
    const backoff = { strategy: "fixed", baseMs: 1 };
    const config = await parseConfig({ tiers, defaults: { timeoutMs: 20_000, maxRetries: 1, backoff, ...defaults } });
    return createRouter({ config, env: world.env(env), dataDir: world.file("data"), factories: [provider] });
  }
  const agent = (recipe: string, more: object = {}) => ({ provider: "cli-agent", recipe, ...more });
  const asked = { purpose: "collapse", system: "Invent.", user: "His hair?", schema: collapse, schemaName: "collapse" };

  for (const recipe of ["hermes", "kimi", "grok"]) {
    it(`judges through ${recipe}`, async () => {
      const answer = { matchedIndex: 1, confidence: 0.8, reasoning: "Same title." };
      const light = { primary: agent(recipe) };
      const made = await router(
        { light },
        { STAND_IN_REPLY: `Sure:\n\`\`\`json\n${JSON.stringify(answer, null, 2)}\n\`\`\`` },
      );
      const candidates = ["Mira", "Mirabel"].map((name) => ({
        name,
        type: "PERSONNAGE" as const,
        description: "",
        aliases: [],
      }));
      const verdict = await askJudge(made, { mention: "Lady Mira", scene: null, candidates });
      expect(verdict).to.deep.equal({ index: 1, confidence: 0.8, reasoning: "Same title." });
      expect(await world.calls()).to.have.lengthOf(1);
    });

    it(`gives a second opinion through ${recipe}`, async () => {
      const verdicts = [{ noun: "Mirra", verdict: "unknown", confidence: 0.7, reasoning: "New." }];
      const made = await router({ light: { primary: agent(recipe) } }, { STAND_IN_REPLY: JSON.stringify(verdicts) });
      const needs = { router: made, reads: { recentEntities: async () => [] }, topK: 20 };
      const name = { noun: "Mirra", kind: "no-match" as const, candidates: [] };
      const { opinions, unavailable } = await secondOpinion(needs, "Mirra came in.", [name]);
      expect(unavailable).to.equal(false);
      expect(opinions).to.have.lengthOf(1);
      expect(opinions[0]).to.include({ noun: "Mirra", verdict: "unknown" });
    });

    it(`collapses through ${recipe}, after one repair`, async () => {
      await world.says("I would say grey.", VALUE);
      const made = await router({ heavy: { primary: agent(recipe, { model: "m1" }) } }, {});
      const { value, usage, attempts } = await made.ask("heavy", asked);
      expect(value).to.deep.equal(VALUE);
      expect(usage).to.deep.equal({});
      expect(attempts.map(({ code }) => code)).to.deep.equal(["MALFORMED", undefined]);
    });
  }

  it("passes from a program that is absent to one that is there", async () => {
    const heavy = { primary: agent("hermes", { options: { command: "no-such-program" } }), fallbacks: [agent("grok")] };
    const made = await router({ heavy }, { STAND_IN_REPLY: JSON.stringify(VALUE) });
    expect((await made.ask("heavy", asked)).value).to.deep.equal(VALUE);
  });

  it("names the program that is absent when there is no other", async () => {
    const made = await router({ heavy: { primary: agent("kimi", { options: { command: "no-such-program" } }) } }, {});
    const error = await rejection(made.ask("heavy", asked));
    expect(error).to.include({ code: "PROVIDER_ERROR" });
    expect(error.message).to.contain("no-such-program was not found");
  });

  it("leaves no process behind when the router's limit is reached", async () => {
    const options = { command: standIn("program"), argv: ["stubborn"], stdin: "{prompt}" };
    const limit = { timeoutMs: 4_000, maxRetries: 0 };
    const made = await router({ heavy: { primary: agent("command", { options }) } }, {}, limit);
    const error = await rejection(made.ask("heavy", asked));
    expect(error).to.include({ code: "PROVIDER_ERROR" });
    const calls = await world.calls();
    expect(calls).to.have.lengthOf(1);
    for (const { pid, stdin } of calls) {
      await until("the group is gone", () => !groupLives(pid) && !processLives(Number(stdin)));
    }
  });
});

describe("the configurations in the README", () => {
  const blocks = [...README.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) => JSON.parse(text ?? ""));

  it("are several", () => {
    expect(blocks.length).to.be.greaterThan(2);
  });

  for (const block of blocks) {
    it(`are accepted: ${JSON.stringify(Object.values(block.tiers)).slice(0, 100)}`, async () => {
      const { tiers } = await parseConfig(block);
      for (const tier of Object.values(tiers)) {
        for (const { recipe, model, options } of [tier.primary, ...tier.fallbacks]) {
          expect((await configure({ recipe, model, options })).recipe.argv("p", "s1")).to.be.an("array");
        }
      }
    });
  }
});
