import { expect } from "chai";
import fc from "fast-check";
import type { Campaign } from "../src/campaign.ts";
import { type AttributValue, sameValue } from "../src/domain/value.ts";
import type { Engine } from "../src/engine.ts";
import { failure, memoryCampaign, mention } from "./support/world.ts";

const text = (value: string): AttributValue => ({ type: "STRING", value });
const number = (value: number): AttributValue => ({ type: "NUMBER", value });

describe("facts", () => {
  let engine: Engine;
  let campaign: Campaign;
  let a: string;
  let b: string;
  let c: string;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
    a = await mention(campaign, "Aldric Fervent");
    b = await mention(campaign, "Berthe Noirval");
    c = await mention(campaign, "Cité d'Ambre", { type: "LIEU" });
  });

  afterEach(() => engine.close());

  const register = (entityId: string, attributeKey: string, value: AttributValue) =>
    campaign.registerFact({ entityId, attributeKey, value, category: "HISTORIQUE" });

  it("answers a contradiction with the standing fact, writes none and logs the attempt", async () => {
    const { factId } = await register(a, "metier", text("capitaine"));
    const rival = await register(a, "metier", text("boulanger"));
    expect(rival).to.include({ factId: null });
    expect(rival.contradictions.map((fact) => [fact.factId, fact.value])).to.deep.equal([[factId, text("capitaine")]]);
    expect(await campaign.getRelevantFacts({ entityId: a })).to.have.lengthOf(1);
    const [last] = (await campaign.events()).slice(-1);
    expect(last?.type).to.equal("fact.contradicted");
    expect(last?.payload).to.deep.include({ factId, claimed: text("boulanger") });
  });

  it("answers an equal value with the fact that stands", async () => {
    const { factId } = await register(a, "metier", text("capitaine"));
    expect(await register(a, "metier", text("capitaine"))).to.deep.equal({
      factId,
      contradictions: [],
      alreadyKnown: true,
    });
  });

  const same: [string, AttributValue, AttributValue][] = [
    [
      "the order of a COMPOSITE's fields",
      composite({ x: number(1), y: text("z") }),
      composite({ y: text("z"), x: number(1) }),
    ],
    ["minus zero and zero", number(-0), number(0)],
    ["composed and decomposed letters", text("épée"), text("e\u0301pe\u0301e")],
    [
      "composed and decomposed names of fields",
      composite({ "\u00e9": number(1), f: number(2) }),
      composite({ "e\u0301": number(1), f: number(2) }),
    ],
  ];
  for (const [what, one, other] of same)
    it(`takes ${what} for the same value`, async () => {
      const { factId } = await register(a, "k", one);
      expect(await register(a, "k", other)).to.deep.include({ factId, alreadyKnown: true });
    });

  it("takes the members of an ENTITY_SET in any order, repeated or not, for the same value", async () => {
    const { factId } = await register(a, "allies", { type: "ENTITY_SET", ids: [b, c] });
    expect((await register(a, "allies", { type: "ENTITY_SET", ids: [c, b, c] })).factId).to.equal(factId);
    expect((await register(a, "allies", { type: "ENTITY_SET", ids: [b] })).contradictions).to.have.lengthOf(1);
  });

  it("takes equal text of another type for another value", async () => {
    await register(a, "age", number(50));
    expect((await register(a, "age", text("50"))).factId).to.equal(null);
    await register(a, "rang", { type: "ENUM", value: "or", enumType: "metal" });
    expect((await register(a, "rang", { type: "ENUM", value: "or", enumType: "couleur" })).factId).to.equal(null);
  });

  it("compares values so that equality is the same from both sides, and keeps what it stores", async () => {
    const leaf = fc.oneof(
      fc.string({ unit: "grapheme" }).map(text),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(number),
      fc.boolean().map((value): AttributValue => ({ type: "BOOLEAN", value })),
    );
    const key = fc
      .string({ unit: "grapheme-ascii", minLength: 1, maxLength: 8 })
      .filter((name) => name !== "__proto__");
    const value = fc.oneof(leaf, fc.dictionary(key, leaf, { noNullPrototype: true }).map(composite));
    let run = 0;
    await fc.assert(
      fc.asyncProperty(value, value, async (one, other) => {
        expect(sameValue(one, other)).to.equal(sameValue(other, one));
        const attributeKey = `k${run++}`;
        const { factId } = await register(a, attributeKey, one);
        const [stored] = await campaign.getRelevantFacts({ entityId: a, attributeKeys: [attributeKey] });
        expect(sameValue(stored?.value as AttributValue, one)).to.equal(true);
        expect((await register(a, attributeKey, JSON.parse(JSON.stringify(one)))).factId).to.equal(factId);
        expect((await register(a, attributeKey, other)).factId).to.equal(sameValue(one, other) ? factId : null);
      }),
      { numRuns: 60 },
    );
  });

  it("refuses ids that the campaign does not hold, wherever they stand, and says how to get one", async () => {
    const inside = composite({ ami: { type: "ENTITY_SET", ids: [b, "Berthe"] } });
    const error = await failure(register(a, "k", inside));
    expect(error.code).to.equal("ENTITY_NOT_FOUND");
    expect(error.details).to.deep.include({ entityIds: ["Berthe"] });
    expect((error.details as { hint: string }).hint).to.match(/lookup-entity.*mention-entity/);
    const observation = { source: "SYSTEM", method: "AVEU", fiabilite: "CERTAINE", emittedBy: "Mira" } as const;
    const said = campaign.registerFact({
      entityId: a,
      attributeKey: "k",
      value: text("v"),
      category: "ETAT",
      observation,
    });
    expect((await failure(said)).code).to.equal("ENTITY_NOT_FOUND");
    expect((await failure(register("Aldric Fervent", "k", text("v")))).code).to.equal("ENTITY_NOT_FOUND");
    const description = "Le forgeron boiteux de Valmure. ".repeat(10);
    const pasted = await failure(register(description, "k", text("v")));
    expect(pasted.code).to.equal("ENTITY_NOT_FOUND");
    expect(pasted.details).to.deep.include({ entityIds: [description] });
    expect(pasted.message.length).to.be.below(300);
    expect(await campaign.getEntity({ entityId: description })).to.equal(null);
    expect(await campaign.getRelevantFacts({ entityId: a })).to.deep.equal([]);
  });

  it("takes its scene, its time and its turn from the campaign", async () => {
    const before = await register(a, "avant", text("v"));
    const { sceneId } = await campaign.setScene({ locationEntityId: c, presentEntityIds: [a], description: "" });
    await campaign.advanceTurn();
    const after = await register(a, "apres", text("v"));
    const facts = await campaign.getRelevantFacts({ entityId: a });
    const [first, second] = [before, after].map(({ factId }) => facts.find((fact) => fact.factId === factId));
    expect(first).to.include({ turn: 0 });
    expect(first?.observation).to.not.have.property("sceneId");
    expect(second).to.include({ turn: 2 });
    expect(second?.observation).to.include({ sceneId, source: "GM_NARRATION", fiabilite: "CERTAINE" });
  });

  it("lays an overlay over its preset, and a whole observation in place of both", async () => {
    const options = { preset: "player-utterance", observation: { fiabilite: "RUMEUR_CONFIRMEE" } } as const;
    const claim = { entityId: a, value: text("v"), category: "ETAT" } as const;
    await campaign.registerFact({ ...claim, attributeKey: "p" }, options);
    const observation = { source: "SYSTEM", method: "DOCUMENT", fiabilite: "CERTAINE", timestamp: 42 } as const;
    await campaign.registerFact({ ...claim, attributeKey: "o", observation }, options);
    const facts = await campaign.getRelevantFacts({ entityId: a });
    expect(facts[0]?.observation).to.include({ source: "PLAYER_UTTERANCE", fiabilite: "RUMEUR_CONFIRMEE" });
    expect(facts[1]?.observation).to.deep.equal(observation);
  });

  it("refuses an observation of a scene that is not there", async () => {
    const observation = { source: "SYSTEM", method: "AVEU", fiabilite: "CERTAINE", sceneId: "scene_x" } as const;
    const call = campaign.registerFact({
      entityId: a,
      attributeKey: "k",
      value: text("v"),
      category: "ETAT",
      observation,
    });
    const error = await failure(call);
    expect(error.code).to.equal("VALIDATION_FAILED");
    expect((error.details as { path: string[] }[])[0]?.path).to.deep.equal(["observation", "sceneId"]);
  });

  describe("as a graph", () => {
    let d: string;

    beforeEach(async () => {
      d = await mention(campaign, "Dague de Sel", { type: "OBJET" });
      await register(d, "matiere", text("sel"));
      await register(c, "garde", { type: "ENTITY_REF", id: d });
      await register(c, "fondation", text("an 12"));
      await register(b, "ville", composite({ ici: { type: "ENTITY_REF", id: c } }));
      await register(a, "epouse", { type: "ENTITY_REF", id: b });
      await register(a, "age", number(50));
    });

    const owners = async (entityId: string, depth: number, attributeKeys?: string[]) =>
      (await campaign.getRelevantFacts({ entityId, depth, ...(attributeKeys ? { attributeKeys } : {}) })).map((fact) =>
        [a, b, c, d].indexOf(fact.entityId),
      );

    it("gives an entity's own facts first, then its neighbours' by distance, each once", async () => {
      expect(await owners(a, 0)).to.deep.equal([0, 0]);
      expect(await owners(a, 1)).to.deep.equal([0, 0, 1]);
      expect(await owners(a, 2)).to.deep.equal([0, 0, 1, 2, 2]);
      expect(await owners(a, 3)).to.deep.equal([0, 0, 1, 2, 2, 3]);
    });

    it("ignores the direction of an edge", async () => {
      expect(await owners(d, 2)).to.deep.equal([3, 2, 2, 1]);
    });

    it("gives each fact once in a circle", async () => {
      await register(d, "donnee_par", { type: "ENTITY_REF", id: a });
      expect(await owners(a, 3)).to.deep.equal([0, 0, 1, 3, 3, 2, 2]);
    });

    it("narrows all of them by attribute", async () => {
      expect(await owners(a, 3, ["matiere", "age"])).to.deep.equal([0, 3]);
      expect(await owners(a, 3, [])).to.deep.equal([]);
    });

    it("follows the edges a program adds", async () => {
      const e = await mention(campaign, "Ulric Sombreval");
      await campaign.addRelation({ from: e, to: d, kind: "CAUSAL", label: "a forgé" });
      expect(await owners(e, 1)).to.deep.equal([3]);
      expect((await failure(campaign.addRelation({ from: e, to: "x", kind: "SOCIAL", label: "l" }))).code).to.equal(
        "ENTITY_NOT_FOUND",
      );
      const unknownKind = campaign.addRelation({ from: e, to: d, kind: "FACT" as "SOCIAL", label: "l" });
      expect((await failure(unknownKind)).code).to.equal("VALIDATION_FAILED");
    });

    it("refuses a depth beyond 3", async () => {
      for (const depth of [4, -1, 1.5])
        expect((await failure(campaign.getRelevantFacts({ entityId: a, depth }))).code).to.equal("VALIDATION_FAILED");
    });
  });
});

function composite(fields: Record<string, AttributValue>): AttributValue {
  return { type: "COMPOSITE", fields };
}
