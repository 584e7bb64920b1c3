import { expect } from "chai";
import { Engine } from "../../src/engine.ts";
import type { SneqError } from "../../src/errors.ts";
import { failure } from "../../src/router/failure.ts";
import { character, type World, world } from "./canon.ts";

/** Three directions: smiths, guards, everybody else. */
function meaning(text: string): number[] {
  if (/forgeron|ferronnier|Aldric/i.test(text)) return [1, 0, 0];
  if (/garde|sentinelle|Brune/i.test(text)) return [0, 1, 0];
  return [0, 0, 1];
}

describe("a campaign in a remote embedding space", () => {
  let w: World;
  beforeEach(async () => {
    w = await world({ dim: 3 });
    w.embedder.vector = meaning;
  });
  afterEach(() => w.close());

  const lookup = (mention: string) => w.campaign.lookupEntity({ mention });
  const refusal = (calling: Promise<unknown>): Promise<SneqError & { details: Record<string, unknown> }> =>
    calling.then(
      () => expect.fail("it went well"),
      (error) => error,
    );

  it("embeds a new entity once, with its aliases and description, before the write", async () => {
    await w.campaign.mentionEntity({
      canonicalName: "Aldric Fervent",
      type: "PERSONNAGE",
      aliases: ["le vieux"],
      description: "ancien soldat",
    });
    expect(w.embedder.texts).to.have.length(1);
    expect(w.embedder.texts[0]).to.deep.equal(["Aldric Fervent", "Aldric Fervent, le vieux. ancien soldat"]);
  });

  it("matches by meaning from tauHigh up, and asks nothing of a model", async () => {
    const aldric = await character(w.campaign, "Aldric Fervent");
    const found = await lookup("l'homme ferronnier");
    expect(found).to.deep.include({ layerUsed: "vector", confidence: 1 });
    expect(found.match?.entityId).to.equal(aldric);
    expect(w.model.asked).to.have.length(0);
  });

  it("makes no request where a name is known", async () => {
    const aldric = await character(w.campaign, "Aldric Fervent");
    const value = { type: "NUMBER" as const, value: 50 };
    await w.campaign.setScene({ locationEntityId: aldric, presentEntityIds: [aldric], description: "la forge" });
    const made = w.embedder.texts.length;
    await lookup("Aldric Fervent");
    await w.campaign.mentionEntity({ canonicalName: "Aldric Fervent", type: "PERSONNAGE", description: "x" });
    await w.campaign.registerFact({ entityId: aldric, attributeKey: "âge", value, category: "ETAT" });
    await w.campaign.validateNarration({ narration: "Hier, Aldric Fervent forgea une lame." });
    await w.campaign.prepareTurn();
    expect([w.embedder.texts.length - made, w.model.asked.length]).to.deep.equal([0, 0]);
  });

  it("asks about the many unknown names of a narration a hundred texts at a time", async () => {
    const letter = (n: number) => String.fromCharCode(97 + n);
    const unknown = Array.from({ length: 150 }, (_, n) => `Hier, Zor${letter(n % 15)}ax${letter(n / 15)}en partit.`);
    const { extractedNames, partial } = await w.campaign.validateNarration({ narration: unknown.join(" ") });
    const sizes = w.embedder.texts.map((texts) => texts.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(extractedNames.length);
    expect(sizes)
      .to.have.length.greaterThan(1)
      .and.satisfy((all: number[]) => all.every((size) => size <= 100));
    expect(partial).to.equal(true);
  });

  it("asks for adjudication when a new name is near in meaning, and creates it by force", async () => {
    const aldric = await character(w.campaign, "Aldric Fervent");
    const mention = { canonicalName: "Le ferronnier", type: "PERSONNAGE" as const, description: "un homme" };
    const doubted = await w.campaign.mentionEntity(mention);
    expect(doubted).to.include({ entityId: null, needsAdjudication: true });
    expect(doubted.candidates?.[0]?.entityId).to.equal(aldric);
    expect((await w.campaign.mentionEntity({ ...mention, force: true })).isNew).to.equal(true);
  });

  it("creates an entity without the service, and makes up for its vector with the next call that reaches it", async () => {
    w.embedder.down = failure("NETWORK", "ECONNREFUSED");
    const aldric = await character(w.campaign, "Aldric Fervent");
    const error = await refusal(lookup("l'homme ferronnier"));
    expect(error.code).to.equal("PROVIDER_ERROR");
    expect(error.details).to.include({ providerCode: "NETWORK", tier: "embeddings" });
    w.embedder.down = null;
    expect((await lookup("l'homme ferronnier")).match?.entityId).to.equal(aldric);
    const asked = w.embedder.texts.at(-1);
    expect(asked).to.deep.equal(["l'homme ferronnier", "Aldric Fervent. forgeron"]);
    await lookup("une sentinelle");
    expect(w.embedder.texts.at(-1)).to.deep.equal(["une sentinelle"]);
  });

  it("makes the vector again after a fact of identity, and after five lesser changes", async () => {
    const aldric = await character(w.campaign, "Aldric Fervent");
    const made = () => w.embedder.texts.length;
    const fact = (attributeKey: string, category: "IDENTITE" | "HISTORIQUE" | "SOCIAL" | "ETAT") =>
      w.campaign.registerFact({ entityId: aldric, attributeKey, value: { type: "BOOLEAN", value: true }, category });
    for (const category of ["IDENTITE", "HISTORIQUE", "SOCIAL"] as const) {
      const before = made();
      await fact(`k-${category}`, category);
      expect(made() - before, category).to.equal(1);
    }
    const before = made();
    for (let n = 1; n <= 4; n++) await fact(`e${n}`, "ETAT");
    expect(made() - before).to.equal(0);
    await fact("e5", "ETAT");
    expect(made() - before).to.equal(1);
  });

  it("refuses vectors of another length: nothing is written", async () => {
    w.embedder.vector = () => [1, 0];
    const error = await refusal(character(w.campaign, "Aldric Fervent"));
    expect(error.code).to.equal("PROVIDER_ERROR");
    expect(error.details).to.include({ providerCode: "MALFORMED" });
    expect((await w.campaign.events()).map(({ type }) => type)).to.deep.equal(["campaign.created"]);
  });

  it("keeps a fact although the service is away", async () => {
    const aldric = await character(w.campaign, "Aldric Fervent");
    w.embedder.down = failure("SERVER", "boom", { status: 500 });
    const value = { type: "STRING" as const, value: "capitaine" };
    const made = await w.campaign.registerFact({ entityId: aldric, attributeKey: "m", value, category: "HISTORIQUE" });
    expect(made.factId).to.be.a("string");
  });

  it("is not a match when the names' numbers differ", async () => {
    w.embedder.vector = () => [1, 0, 0];
    await character(w.campaign, "Garde n° 12");
    expect((await lookup("Garde n° 13")).match).to.equal(null);
  });

  it("stays the campaign's own when the configuration no longer has it: an error, not other vectors", async () => {
    await character(w.campaign, "Aldric Fervent");
    const bare = await Engine.open({ db: w.path, env: {} });
    try {
      const campaign = await bare.campaign("c");
      const error = await refusal(campaign.lookupEntity({ mention: "le ferronnier" }));
      expect(error.details).to.include({ providerCode: "NOT_CONFIGURED", tier: "embeddings" });
      const report = await campaign.validateNarration({ narration: "Hier, Zorvane Khel salua Aldric Fervent." });
      expect(report.partial).to.equal(true);
      expect(report).not.to.have.property("unanswered");
      expect((await campaign.lookupEntity({ mention: "Aldric Fervent" })).layerUsed).to.equal("alias");
    } finally {
      bare.close();
    }
  });

  it("says what an embedding cost in the event of the entity", async () => {
    await character(w.campaign, "Aldric Fervent");
    const created = (await w.campaign.events()).find(({ type }) => type === "entity.created");
    expect(created?.payload.usage).to.deep.equal({ inputTokens: 2 });
  });

  it("has the length of the model's vectors, asked for when nobody says it", async () => {
    const tier = { primary: { provider: "scripted", model: "unheard" }, fallbacks: [] };
    const embed = async (texts: string[]) => ({ vectors: texts.map(() => [1, 2, 3, 4, 5]), usage: {} });
    const providers = [{ id: "scripted", create: () => ({ embed }) }];
    const plugins = [{ api: 1 as const, name: "scripted", providers }];
    const engine = await Engine.open({ db: w.path, env: {}, config: { tiers: { embeddings: tier } }, plugins });
    try {
      const { info } = await engine.createCampaign({ id: "measured" });
      expect(info).to.include({ embeddingDim: 5, embeddingModel: "scripted/unheard" });
      const told = await refusal(engine.createCampaign({ id: "told", embeddingDim: 4 }));
      expect(told).to.include({ code: "VALIDATION_FAILED" });
      expect(told.message).to.include("vectors of 5");
      expect((await engine.createCampaign({ id: "agreed", embeddingDim: 5 })).info.embeddingDim).to.equal(5);
    } finally {
      engine.close();
    }
  });

  it("takes the caller's word for their length while the model cannot be asked", async () => {
    const tier = { primary: { provider: "scripted", model: "unheard" }, fallbacks: [] };
    const embed = () => Promise.reject(failure("NETWORK", "no way there"));
    const plugins = [{ api: 1 as const, name: "scripted", providers: [{ id: "scripted", create: () => ({ embed }) }] }];
    const config = { tiers: { embeddings: tier }, defaults: { maxRetries: 0 } };
    const engine = await Engine.open({ db: w.path, env: {}, config, plugins });
    try {
      expect((await engine.createCampaign({ id: "told", embeddingDim: 4 })).info.embeddingDim).to.equal(4);
      expect((await refusal(engine.createCampaign({ id: "untold" }))).code).to.equal("PROVIDER_ERROR");
    } finally {
      engine.close();
    }
  });

  it("is never written to by the local space's campaigns", async () => {
    const local = await world();
    try {
      await character(local.campaign, "Aldric Fervent");
      expect(local.embedder.texts).to.have.length(0);
    } finally {
      local.close();
    }
  });
});
