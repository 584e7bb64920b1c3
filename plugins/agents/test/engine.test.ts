import { expect } from "chai";
import type { Campaign } from "../../../src/campaign.ts";
import { Engine } from "../../../src/engine.ts";
import { provider } from "../src/provider.ts";
import { rejection } from "./support/rejection.ts";
import { makeWorld, type World } from "./support/world.ts";

const string = (value: string) => ({ type: "STRING" as const, value });

for (const recipe of ["hermes", "kimi", "grok"]) {
  describe(`a campaign whose models are ${recipe}`, () => {
    let world: World;
    let engine: Engine;
    let campaign: Campaign;
    let aldric: string;
    let brune: string;

    beforeEach(async () => {
      world = await makeWorld();
      const primary = { provider: "cli-agent", recipe };
      engine = await Engine.open({
        db: world.file("canon.db"),
        dataDir: world.file("data"),
        config: {
          tiers: { light: { primary }, heavy: { primary } },
          defaults: { timeoutMs: 20_000, maxRetries: 1, backoff: { strategy: "fixed", baseMs: 1 } },
        },
        plugins: [{ api: 1, name: "@sneq/plugin-agents", providers: [provider] }],
        env: world.env(),
      });
      campaign = await engine.createCampaign({ id: "c" });
      aldric = await character("Aldric Fervent", "forgeron");
      brune = await character("Brune Halle", "garde");
    });
    afterEach(async () => {
      engine.close();
      await world.remove();
    });

    async function character(canonicalName: string, description: string) {
      const aliases = ["le capitaine"];
      const made = await campaign.mentionEntity({ canonicalName, type: "PERSONNAGE", aliases, description });
      return made.entityId ?? "";
    }

    it("makes no call for what canon knows", async () => {
      await campaign.lookupEntity({ mention: "Aldric Fervent" });
      await campaign.validateNarration({ narration: "Hier, Aldric Fervent salua Brune Halle." });
      expect(await world.calls()).to.deep.equal([]);
    });

    it("has its judge", async () => {
      await world.says({ matchedIndex: 1, confidence: 0.9, reasoning: "la scène" });
      const result = await campaign.lookupEntity({ mention: "le capitaine" });
      expect(result).to.include({ layerUsed: "judge", reasoning: "la scène" });
      expect([aldric, brune]).to.include(result.match?.entityId);
      expect(await world.calls()).to.have.lengthOf(1);
    });

    it("leaves a name ambiguous when the judge talks nonsense twice", async () => {
      await world.says("pas du JSON");
      const result = await campaign.lookupEntity({ mention: "le capitaine" });
      expect(result).to.include({ match: null, notFoundReason: "ambiguous" });
      expect(result.candidates).to.have.lengthOf(2);
      expect(await world.calls()).to.have.lengthOf(2);
    });

    it("has its second opinion, in one call, and believes no made-up id", async () => {
      await world.says([
        { noun: "Cassius", verdict: "unknown", reasoning: "jamais vu" },
        { noun: "Zorvane", verdict: "typo", suggestion: "ent_made_up" },
      ]);
      const report = await campaign.validateNarration({
        narration: "Hier, Cassius salua Zorvane. Puis Cassius partit.",
      });
      const issue = report.issues.find(({ noun }) => noun === "Cassius");
      expect(issue).to.include({ kind: "no-match", llmReasoning: "jamais vu" });
      expect(report.issues.flatMap(({ suggestions }) => suggestions)).to.deep.equal([]);
      expect(report.partial).to.not.equal(true);
      expect(await world.calls()).to.have.lengthOf(1);
    });

    it("reports in part when the program has no second opinion", async () => {
      await world.says("");
      const report = await campaign.validateNarration({ narration: "Hier, Cassius salua Zorvane." });
      expect(report.partial).to.equal(true);
      expect(report.issues.every(({ kind }) => kind === "no-match")).to.equal(true);
    });

    describe("collapses an attribute", () => {
      beforeEach(() =>
        campaign.addConstraint({
          entityId: aldric,
          attributeKey: "peur",
          rule: { type: "NE_PEUT_PAS_ETRE", valeurs: [string("le feu")] },
          justification: "un forgeron",
        }),
      );
      const facts = () => campaign.getRelevantFacts({ entityId: aldric, attributeKeys: ["peur"] });

      it("once the value fits, and makes it canon", async () => {
        await world.says(
          { value: string("le feu"), reasoning: "non" },
          { value: string("l'eau"), reasoning: "une noyade" },
        );
        const { value, factId } = await campaign.collapseAttribute({ entityId: aldric, attributeKey: "peur" });
        expect(value).to.deep.equal(string("l'eau"));
        expect((await facts()).map((fact) => fact.factId)).to.deep.equal([factId]);
        expect(await world.calls()).to.have.lengthOf(2);
      });

      it("never to a value that breaks a constraint", async () => {
        await world.says({ value: string("le feu"), reasoning: "têtu" });
        const asked = campaign.collapseAttribute({ entityId: aldric, attributeKey: "peur" });
        expect(await rejection(asked)).to.include({ code: "PROVIDER_ERROR" });
        expect(await facts()).to.deep.equal([]);
        expect(await world.calls()).to.have.lengthOf(3);
      });
    });
  });
}
