import { expect } from "chai";
import type { Campaign } from "../src/campaign.ts";
import type { Engine } from "../src/engine.ts";
import { failure, memoryCampaign, mention } from "./support/world.ts";

describe("a look-up in the local space", () => {
  let engine: Engine;
  let campaign: Campaign;
  let aldric: string;
  let alduin: string;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
    aldric = await mention(campaign, "Aldric Fervent", { aliases: ["le forgeron", "le vieux"] });
    alduin = await mention(campaign, "Alduin");
    await mention(campaign, "Mira");
  });

  afterEach(() => engine.close());

  for (const spelling of ["Aldric Fervent", "aldric  fervent", "le forgeron", "Forgeron", "LE VIEUX", "l\u2060e vieux"])
    it(`finds “${spelling}” by alias`, async () => {
      const answer = await campaign.lookupEntity({ mention: spelling });
      expect(answer).to.deep.equal({
        match: { entityId: aldric, name: "Aldric Fervent", type: "PERSONNAGE", confidence: 0.95 },
        confidence: 0.95,
        candidates: [],
        layerUsed: "alias",
      });
    });

  for (const stranger of ["Cassius Vorentius", "Xylophène", "王小明", "42"])
    it(`says none / no-match of the stranger “${stranger}”`, async () => {
      const answer = await campaign.lookupEntity({ mention: stranger });
      expect(answer).to.deep.equal({
        match: null,
        confidence: 0,
        candidates: [],
        layerUsed: "none",
        notFoundReason: "no-match",
      });
    });

  it("says vector / below-threshold of a drifted name, with whom it resembles", async () => {
    const answer = await campaign.lookupEntity({ mention: "Aldwyn" });
    expect(answer).to.include({ match: null, layerUsed: "vector", notFoundReason: "below-threshold" });
    expect(answer.candidates[0]).to.include({ entityId: alduin, name: "Alduin" });
    expect(answer.confidence).to.be.within(0, 1);
  });

  it("says judge / ambiguous of a name that several bear, since no judge is there", async () => {
    const other = await mention(campaign, "Mira", { force: true });
    const answer = await campaign.lookupEntity({ mention: "mira" });
    expect(answer).to.include({
      match: null,
      confidence: 0,
      layerUsed: "judge",
      notFoundReason: "ambiguous",
      unavailableReason: "judge",
    });
    expect(answer.candidates.map((one) => one.entityId))
      .to.include(other)
      .and.to.have.lengthOf(2);
  });

  it("asks the user last, takes a candidate and nothing else", async () => {
    const other = await mention(campaign, "Mira", { force: true });
    let answer: string | null = other;
    const { dispose } = engine.onUserPrompt(async ({ candidates }) => {
      expect(candidates).to.have.lengthOf(2);
      return answer;
    });
    const chosen = await campaign.lookupEntity({ mention: "Mira" });
    expect(chosen).to.include({ layerUsed: "user-prompt" });
    expect(chosen.match?.entityId).to.equal(other);
    for (answer of [null, aldric, "nobody"])
      expect(await campaign.lookupEntity({ mention: "Mira" })).to.include({
        match: null,
        layerUsed: "user-prompt",
        notFoundReason: "ambiguous",
      });
    dispose();
    expect((await campaign.lookupEntity({ mention: "Mira" })).layerUsed).to.equal("judge");
  });

  it("names twenty of those who share an alias, whoever is in the scene first", async () => {
    const guards: string[] = [];
    for (let number = 0; number < 30; number++)
      guards.push(await mention(campaign, `Garde ${number}`, { aliases: ["le garde"] }));
    const last = guards.at(-1) ?? "";
    await campaign.setScene({ locationEntityId: aldric, presentEntityIds: [last], description: "" });
    const { candidates } = await campaign.lookupEntity({ mention: "le garde" });
    expect(candidates).to.have.lengthOf(20);
    expect(candidates[0]?.entityId).to.equal(last);
    const again = await campaign.mentionEntity({ canonicalName: "le garde", type: "PERSONNAGE", description: "" });
    expect(again.candidates).to.have.lengthOf(20);
    const report = await campaign.validateNarration({ narration: "Il vit Le Garde, et Le Garde le vit." });
    for (const { suggestions } of report.issues) expect(suggestions.length).to.be.at.most(20);
  });

  it("measures the similarity of a near-miss against the alias that it misspells", async () => {
    const { confidence, candidates } = await campaign.lookupEntity({ mention: "le forgerom" });
    expect(candidates[0]?.entityId).to.equal(aldric);
    expect(confidence).to.be.greaterThan(0.5);
  });

  it("keeps to one type when it is told to", async () => {
    expect((await campaign.lookupEntity({ mention: "Mira", type: "LIEU" })).layerUsed).to.equal("none");
    const place = await mention(campaign, "Mira", { type: "LIEU" });
    expect((await campaign.lookupEntity({ mention: "Mira", type: "LIEU" })).match?.entityId).to.equal(place);
    expect((await campaign.lookupEntity({ mention: "Mira" })).notFoundReason).to.equal("ambiguous");
  });

  for (const [one, other] of [
    ["Louis XIV", "Louis XV"],
    ["Garde n° 12", "Garde n° 13"],
    ["Le Premier Âge", "Le Second Âge"],
  ] as const)
    it(`never takes “${other}” for “${one}”`, async () => {
      const id = await mention(campaign, one);
      const answer = await campaign.lookupEntity({ mention: other });
      expect(answer.match).to.equal(null);
      expect(answer.candidates.map((candidate) => candidate.entityId)).to.not.include(id);
    });

  it("compares whole words where words are spaced", async () => {
    const answer = await campaign.lookupEntity({ mention: "Miraak" });
    expect(answer.match).to.equal(null);
  });

  it("prefers the exact spelling to the folded one", async () => {
    const plain = await mention(campaign, "Zoe");
    const accented = await mention(campaign, "Zoé", { force: true });
    expect((await campaign.lookupEntity({ mention: "Zoé" })).match?.entityId).to.equal(accented);
    expect((await campaign.lookupEntity({ mention: "Zoe" })).match?.entityId).to.equal(plain);
  });

  it("refuses a scene that is not there", async () => {
    const error = await failure(campaign.lookupEntity({ mention: "Mira", sceneId: "scene_x" }));
    expect(error.code).to.equal("VALIDATION_FAILED");
  });

  it("finds no stranger in a canon that is full", async () => {
    const syllables = ["ba", "dor", "el", "fin", "gar", "hul", "is", "kem", "lor", "mun"];
    for (let i = 0; i < 300; i++) {
      const name = [i % 10, Math.floor(i / 10) % 10, Math.floor(i / 100)].map((d) => syllables[d]).join("");
      await mention(campaign, `${name} ${syllables[(i * 7) % 10]}ric`, { force: true });
    }
    for (const stranger of ["Cassius Vorentius", "Yttrium", "Phèdre Quincampoix"])
      expect(await campaign.lookupEntity({ mention: stranger }), stranger).to.include({
        layerUsed: "none",
        notFoundReason: "no-match",
      });
  });
});

describe("a suggestion of existing entities", () => {
  let engine: Engine;
  let campaign: Campaign;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
  });

  afterEach(() => engine.close());

  const suggest = (text: string, type: "PERSONNAGE" | "LIEU" = "PERSONNAGE") =>
    campaign.suggestExisting({ mention: text, type });

  it("recommends a new one in an empty canon", async () => {
    expect(await suggest("un forgeron")).to.deep.equal({ candidates: [], recommendsNew: true });
  });

  it("gives whoever bears the phrase, and recommends no new one", async () => {
    const id = await mention(campaign, "Aldric Fervent", { aliases: ["le forgeron"] });
    const answer = await suggest("un forgeron");
    expect(answer.recommendsNew).to.equal(false);
    expect(answer.candidates.map((one) => one.entityId)).to.deep.equal([id]);
  });

  it("gives a firm near-miss of that type, and recommends no new one", async () => {
    const id = await mention(campaign, "Alduin");
    const answer = await suggest("Aldwyn");
    expect(answer.recommendsNew).to.equal(false);
    expect(answer.candidates[0]?.entityId).to.equal(id);
    expect(await suggest("Aldwyn", "LIEU")).to.deep.equal({ candidates: [], recommendsNew: true });
  });
});
