import { expect } from "chai";
import type { Campaign } from "../src/campaign.ts";
import type { Engine } from "../src/engine.ts";
import { failure, memoryCampaign, mention } from "./support/world.ts";

describe("a mention", () => {
  let engine: Engine;
  let campaign: Campaign;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
  });

  afterEach(() => engine.close());

  const say = (canonicalName: string, more: object = {}) =>
    campaign.mentionEntity({ canonicalName, type: "PERSONNAGE", description: "d", ...more });
  const spellings = async (entityId: string) =>
    (await campaign.getEntity({ entityId }))?.aliases.map((alias) => alias.text);

  it("of a new name creates the entity with its aliases", async () => {
    const answer = await say("Aldric Fervent", { aliases: ["le forgeron", "le vieux"] });
    expect(answer).to.deep.equal({ entityId: answer.entityId, isNew: true, resolvedTo: null });
    const entity = await campaign.getEntity({ entityId: answer.entityId ?? "" });
    expect(entity).to.include({ name: "Aldric Fervent", type: "PERSONNAGE", description: "d" });
    expect(entity?.aliases.map(({ text, source }) => [text, source])).to.deep.equal([
      ["le forgeron", "GM_NARRATION"],
      ["le vieux", "GM_NARRATION"],
    ]);
  });

  const again = ["Aldric Fervent", "aldric  fervent", "ALDRIC FERVENT", "Aldríc Fervent", "le forgeron", "Forgeron"];
  for (const name of again)
    it(`as “${name}” reuses whoever bears that name or alias`, async () => {
      const { entityId } = await say("Aldric Fervent", { aliases: ["le forgeron"] });
      expect(await say(name)).to.deep.equal({ entityId, isNew: false, resolvedTo: entityId });
    });

  it("of a known name adds the aliases that are new and keeps the description", async () => {
    const { entityId } = await say("Aldric Fervent", { aliases: ["le forgeron"] });
    await say("Aldric Fervent", { aliases: ["LE FORGERON", "le boiteux", "Le Boiteux"], description: "autre" });
    expect(await spellings(entityId ?? "")).to.deep.equal(["le forgeron", "le boiteux"]);
    expect((await campaign.getEntity({ entityId: entityId ?? "" }))?.description).to.equal("d");
  });

  it("keeps an alias once, and never the name as its own alias", async () => {
    const { entityId } = await say("Mira", { aliases: ["mira", "la messagère", "La Messagère", "MIRA"] });
    expect(await spellings(entityId ?? "")).to.deep.equal(["la messagère"]);
  });

  it("with force numbers namesakes one after the other, whatever their spelling", async () => {
    for (const name of ["Jean", "JEAN", "jean", "Jéan"]) await mention(campaign, name, { force: true });
    const created = (await campaign.events()).filter(({ type }) => type === "entity.created");
    expect(created.map(({ payload }) => payload.homonym)).to.deep.equal([undefined, 1, 2, 3]);
  });

  it("of a name that several bear asks which, and force makes one more of them", async () => {
    const first = await mention(campaign, "Jean");
    const second = await mention(campaign, "Jean", { force: true });
    expect(second).to.not.equal(first);
    const answer = await say("Jean");
    expect(answer).to.include({ entityId: null, isNew: false, needsAdjudication: true });
    expect(answer.candidates?.map((one) => one.entityId).sort()).to.deep.equal([first, second].sort());
    const third = await say("jean", { force: true });
    expect(third.isNew).to.equal(true);
    expect(third.similar?.map((one) => one.entityId)).to.include.members([first, second]);
  });

  it("by an alias that several bear asks which", async () => {
    await mention(campaign, "Aldric Fervent", { aliases: ["le garde"] });
    await mention(campaign, "Berthe Noirval", { aliases: ["le garde"] });
    expect((await say("le garde")).needsAdjudication).to.equal(true);
  });

  it("resolves its name, not the aliases it shares with others", async () => {
    await mention(campaign, "Aldric Fervent", { aliases: ["le garde"] });
    expect((await say("Berthe Noirval", { aliases: ["le garde"] })).isNew).to.equal(true);
  });

  for (const [known, heard, type] of [
    ["Alduin", "Aldwyn", "PERSONNAGE"],
    ["Forge de Valmure", "Forge de Valmur", "LIEU"],
  ] as const)
    it(`of “${heard}” beside “${known}” creates nothing until it is told to`, async () => {
      const knownId = await mention(campaign, known, { type });
      const answer = await say(heard, { type });
      expect(answer).to.include({ entityId: null, isNew: false, resolvedTo: null, needsAdjudication: true });
      expect(answer.candidates?.[0]?.entityId).to.equal(knownId);
      expect((await campaign.events()).filter((event) => event.type === "entity.created")).to.have.lengthOf(1);
      const forced = await say(heard, { type, force: true });
      expect(forced.isNew).to.equal(true);
      expect(forced.similar?.[0]?.entityId).to.equal(knownId);
    });

  it("of a known name under another type creates it, and names the namesake", async () => {
    const person = await mention(campaign, "Valmure");
    const answer = await say("Valmure", { type: "LIEU" });
    expect(answer.isNew).to.equal(true);
    expect(answer.similar?.map((one) => [one.entityId, one.type])).to.deep.equal([[person, "PERSONNAGE"]]);
  });

  for (const [one, other] of [
    ["Garde n° 12", "Garde n° 13"],
    ["Louis XIV", "Louis XV"],
    ["Premier Régiment", "Deuxième Régiment"],
    ["R2", "R3"],
  ] as const)
    it(`of “${other}” beside “${one}” is somebody else`, async () => {
      await mention(campaign, one);
      expect(await say(other)).to.include({ isNew: true });
    });

  it("prefers the exact spelling to the folded one, and either to the one without its article", async () => {
    const plain = await mention(campaign, "Eleve");
    const accented = await mention(campaign, "Élève", { force: true });
    expect((await say("Élève")).entityId).to.equal(accented);
    expect((await say("Eleve")).entityId).to.equal(plain);
    const forge = await mention(campaign, "La Forge", { type: "LIEU" });
    expect((await say("Forge", { type: "LIEU" })).entityId).to.equal(forge);
    const bare = await mention(campaign, "Forge", { type: "LIEU", force: true });
    expect((await say("forge", { type: "LIEU" })).entityId).to.equal(bare);
    expect((await say("la forge", { type: "LIEU" })).entityId).to.equal(forge);
  });

  it("keeps a name that is an article and nothing else", async () => {
    const { entityId } = await say("Le");
    expect((await say("le")).entityId).to.equal(entityId);
  });

  it("keeps every spelling byte for byte", async () => {
    const name = "L\u2019A\u0308ıeule\u00a0ﬁnale";
    const { entityId } = await say(`  ${name} `, { aliases: ["ÉLÉ\u0301"] });
    const entity = await campaign.getEntity({ entityId: entityId ?? "" });
    expect(entity?.name).to.equal(name);
    expect(entity?.aliases[0]?.text).to.equal("ÉLÉ\u0301");
  });

  it("of a scene that is not there is refused", async () => {
    expect((await failure(say("Mira", { sceneId: "scene_x" }))).code).to.equal("VALIDATION_FAILED");
  });

  describe("takes names of 1 to 200 characters", () => {
    for (const [what, name] of [
      ["200 letters", "é".repeat(200)],
      ["200 characters outside the basic plane", "𝔸".repeat(200)],
      ["one letter", "Q"],
      ["one ideograph", "王"],
      ["an emoji", "🐉"],
    ] as const)
      it(`of ${what}`, async () => expect((await say(name)).isNew).to.equal(true));

    for (const [what, name] of [
      ["201 letters", "é".repeat(201)],
      ["201 characters outside the basic plane", "𝔸".repeat(201)],
      ["nothing", ""],
      ["white space only", " \u00a0 "],
      ["invisible characters only", "\u200b\u2060\ufeff"],
      ["a control character", "Mi\u0007ra"],
      ["a NUL", "Mira\u0000"],
      ["a line break", "Mira\nMiraak"],
      ["a tab inside", "Mira\tMiraak"],
      ["a lone surrogate", "Mira\ud800"],
    ] as const)
      it(`and refuses ${what}, as a name, an alias or a mention`, async () => {
        const calls = [say(name), say("Mira", { aliases: [name] }), campaign.lookupEntity({ mention: name })];
        for (const call of calls) expect((await failure(call)).code).to.equal("VALIDATION_FAILED");
      });
  });
});
