import { expect } from "chai";
import type { SneqError } from "../../src/errors.ts";
import { failure } from "../../src/router/failure.ts";
import { character, type World, world } from "./canon.ts";

const text = (value: string) => ({ type: "STRING" as const, value });
const said = (value: unknown, reasoning = "parce que") => JSON.stringify({ value, reasoning });

describe("collapse-attribute", () => {
  let w: World;
  let aldric: string;
  beforeEach(async () => {
    w = await world();
    aldric = await character(w.campaign, "Aldric Fervent");
  });
  afterEach(() => w.close());

  const collapse = (attributeKey = "peur", more: object = {}) =>
    w.campaign.collapseAttribute({ entityId: aldric, attributeKey, ...more });
  const refused = (attributeKey?: string): Promise<SneqError & { details: Record<string, unknown> }> =>
    collapse(attributeKey).then(
      () => expect.fail("a value came"),
      (error) => error,
    );
  const factsOf = (attributeKey: string) =>
    w.campaign.getRelevantFacts({ entityId: aldric, attributeKeys: [attributeKey] });

  it("makes the model's value a fact observed by the system, and logs it with its cost", async () => {
    w.model.says = [said(text("le feu"), "une forge brûlée")];
    const settled = await collapse("peur", { category: "PSYCHOLOGIE" });
    expect(settled).to.deep.include({ value: text("le feu"), reasoning: "une forge brûlée" });
    const [fact] = await factsOf("peur");
    expect(fact).to.deep.include({ factId: settled.factId, value: text("le feu"), category: "PSYCHOLOGIE" });
    expect(fact?.observation.source).to.equal("SYSTEM");
    const event = (await w.campaign.events()).find(({ type }) => type === "attribute.collapsed");
    expect(event?.payload).to.deep.include({
      factId: settled.factId,
      provider: "scripted",
      model: "m",
      usage: { inputTokens: 100, outputTokens: 10 },
    });
    expect(settled).not.to.have.any.keys("usage", "model");
  });

  it("asks no model about an attribute that is a fact", async () => {
    await w.campaign.registerFact({
      entityId: aldric,
      attributeKey: "peur",
      value: text("l'eau"),
      category: "PSYCHOLOGIE",
    });
    expect(await collapse()).to.deep.include({ value: text("l'eau"), reasoning: "" });
    expect(w.model.asked).to.have.length(0);
  });

  it("shows the model the entity, its facts, rules, those within two edges and the scene, and nobody further", async () => {
    const ids: Record<string, string> = { Aldric: aldric };
    for (const name of ["Brune Halle", "Cassia Vorel", "Dorian Lest"]) ids[name] = await character(w.campaign, name);
    const edge = (from: string, to: string) =>
      w.campaign.registerFact({
        entityId: ids[from] ?? "",
        attributeKey: "amie",
        value: { type: "ENTITY_REF", id: ids[to] ?? "" },
        category: "SOCIAL",
      });
    await edge("Aldric", "Brune Halle");
    await edge("Brune Halle", "Cassia Vorel");
    await edge("Cassia Vorel", "Dorian Lest");
    await w.campaign.addConstraint({
      entityId: aldric,
      attributeKey: "peur",
      rule: { type: "IMPLIQUE", condition: "il a servi en mer", consequence: "il craint les tempêtes" },
      justification: "vieux marin",
    });
    await w.campaign.setScene({
      locationEntityId: aldric,
      presentEntityIds: [aldric],
      description: "La forge, au soir",
    });
    w.model.says = [said(text("la mer"))];
    await collapse("peur", { profondeur: "DETAILLE", registre: "SOMBRE" });
    const [request] = w.model.asked;
    for (const word of [
      "Aldric Fervent",
      "amie",
      "vieux marin",
      "il a servi en mer",
      "Brune Halle",
      "Cassia Vorel",
      "au soir",
    ])
      expect(request?.user).to.include(word);
    expect(request?.user).not.to.include("Dorian");
    expect(request?.system).to.include("French").and.include("Depth DETAILLE").and.include("Tone SOMBRE");
  });

  it("writes in the campaign's language", async () => {
    const german = await world({ languages: ["de"] });
    try {
      const id = await character(german.campaign, "Aldric");
      german.model.says = [said(text("das Feuer"))];
      await german.campaign.collapseAttribute({ entityId: id, attributeKey: "angst" });
      expect(german.model.asked[0]?.system).to.include("Write in German");
    } finally {
      german.close();
    }
  });

  describe("with a rule against the value", () => {
    beforeEach(async () => {
      const rule = { type: "NE_PEUT_PAS_ETRE" as const, valeurs: [text("le feu")] };
      await w.campaign.addConstraint({ entityId: aldric, attributeKey: "peur", rule, justification: "un forgeron" });
    });

    it("asks again, naming the value and the reason", async () => {
      w.model.says = [said(text("le feu")), said(text("l'eau"))];
      expect((await collapse()).value).to.deep.equal(text("l'eau"));
      expect(w.model.asked[0]?.user).not.to.include("is ruled out");
      expect(w.model.asked[1]?.user).to.include("is ruled out").and.include("un forgeron");
    });

    it("gives up after two regenerations; every call is an attempt, and nothing is written", async () => {
      w.model.says = [said(text("le feu"))];
      const before = await w.campaign.events();
      const error = await refused();
      expect(error.code).to.equal("PROVIDER_ERROR");
      expect(error.details).to.include({ providerCode: "MALFORMED", tier: "heavy" });
      expect(error.details.attempts).to.have.length(3);
      expect(w.model.asked).to.have.length(3);
      expect(await w.campaign.events()).to.deep.equal(before);
    });

    it("takes a value that only a soft rule is against", async () => {
      const rule = { type: "NE_PEUT_PAS_ETRE" as const, valeurs: [text("le vent")], strict: false };
      await w.campaign.addConstraint({ entityId: aldric, attributeKey: "peur", rule, justification: "plutôt pas" });
      w.model.says = [said(text("le vent"))];
      expect((await collapse()).value).to.deep.equal(text("le vent"));
    });
  });

  for (const [name, value] of [
    ["names an entity that is not in the canon", { type: "ENTITY_REF", id: "ent_made_up" }],
    ["is empty", text("  ")],
    ["is endless", text("encore ".repeat(2000))],
  ] as const) {
    it(`asks again for a value that ${name}`, async () => {
      w.model.says = [said(value), said(text("l'eau"))];
      expect((await collapse()).value).to.deep.equal(text("l'eau"));
      expect(w.model.asked).to.have.length(2);
    });
  }

  it("adds what an implication demands, in the same transaction", async () => {
    await w.campaign.addConstraint({
      entityId: aldric,
      attributeKey: "metier",
      rule: {
        type: "IMPLIQUE",
        condition: { attributeKey: "metier", value: text("soldat") },
        consequence: { attributeKey: "arme", value: text("lance") },
      },
      justification: "règlement",
    });
    w.model.says = [said(text("soldat"))];
    const { propagation } = await collapse("metier");
    expect(propagation.contraintesAjoutees).to.have.length(1);
    expect(propagation.contraintesAjoutees[0]).to.deep.include({ attributeKey: "arme" });
  });

  it("lets a fact win that appeared while the model worked", async () => {
    w.model.says = [
      async () => {
        await w.campaign.registerFact({
          entityId: aldric,
          attributeKey: "peur",
          value: text("l'eau"),
          category: "ETAT",
        });
        return said(text("le feu"));
      },
    ];
    expect(await collapse()).to.deep.include({ value: text("l'eau"), reasoning: "" });
    const types = (await w.campaign.events()).map(({ type }) => type);
    expect(types).not.to.include("attribute.collapsed").and.not.include("fact.contradicted");
  });

  it("obeys a rule that appeared while the model worked", async () => {
    w.model.says = [
      async () => {
        const rule = { type: "NE_PEUT_PAS_ETRE" as const, valeurs: [text("le feu")] };
        await w.campaign.addConstraint({ entityId: aldric, attributeKey: "peur", rule, justification: "x" });
        return said(text("le feu"));
      },
      said(text("l'eau")),
    ];
    expect((await collapse()).value).to.deep.equal(text("l'eau"));
  });

  it("answers a retry with the same operationId as the first time, without the model", async () => {
    w.model.says = [said(text("le feu"), "la première fois")];
    const first = await collapse("peur", { operationId: "op-1" });
    expect(await collapse("peur", { operationId: "op-1" })).to.deep.equal(first);
    expect(w.model.asked).to.have.length(1);
  });

  it("refuses an operationId that was used for something else, without the model", async () => {
    w.model.says = [said(text("le feu"))];
    await collapse("peur", { operationId: "op-1" });
    const reused = await collapse("rêve", { operationId: "op-1" }).catch((error: SneqError) => error);
    expect(reused).to.include({ code: "VALIDATION_FAILED" });
    expect(w.model.asked).to.have.length(1);
  });

  it("is an error when the model declines or fails, and writes nothing", async () => {
    w.model.says = [failure("SERVER", "boom", { status: 500 })];
    expect((await refused()).details).to.include({ providerCode: "SERVER" });
    w.model.says = ["I would rather not."];
    const error = await refused();
    expect(error.details).to.include({ providerCode: "MALFORMED" });
    expect(error.details.attempts).to.have.length(2);
    expect(await factsOf("peur")).to.deep.equal([]);
  });

  it("keeps its prompt bounded, whatever the canon", async () => {
    for (let n = 0; n < 120; n++) {
      const value = text(`fait ${n} `.repeat(100));
      await w.campaign.registerFact({ entityId: aldric, attributeKey: `k${n}`, value, category: "ETAT" });
    }
    w.model.says = [said(text("l'eau"))];
    await collapse();
    expect(w.model.asked[0]?.user.length).to.be.below(40_000);
  });

  it("refuses an id that is a name, without the model", async () => {
    const asked = w.campaign.collapseAttribute({ entityId: "Aldric", attributeKey: "peur" });
    expect(await asked.catch((error: SneqError) => error.code)).to.equal("ENTITY_NOT_FOUND");
    expect(w.model.asked).to.have.length(0);
  });
});
