import { expect } from "chai";
import type { Campaign } from "../../src/campaign.ts";
import { memoryCampaign, mention } from "../support/world.ts";

type Check = "names" | "numbers" | "presence";

describe("checks of values", () => {
  let campaign: Campaign;
  let close: () => void;

  before(async () => {
    const world = await memoryCampaign();
    campaign = world.campaign;
    close = () => world.engine.close();
    const aldric = await mention(campaign, "Aldric");
    const alduin = await mention(campaign, "Alduin");
    const mira = await mention(campaign, "Mira");
    await mention(campaign, "Kaelen");
    const forge = await mention(campaign, "Valmure", { type: "LIEU" });
    const number = (entityId: string, attributeKey: string, value: number) =>
      campaign.registerFact({ entityId, attributeKey, value: { type: "NUMBER", value }, category: "IDENTITE" });
    await number(aldric, "age", 50);
    await number(forge, "nombre_portes", 3);
    await campaign.registerFact({
      entityId: alduin,
      attributeKey: "etat",
      value: { type: "STRING", value: "mort" },
      category: "ETAT",
    });
    await campaign.setScene({
      locationEntityId: forge,
      presentEntityIds: [mira, aldric, alduin],
      description: "la forge",
    });
  });
  after(() => close());

  const check = (narration: string, ...checks: Check[]) => campaign.validateNarration({ narration, checks });
  const found = async (narration: string, ...checks: Check[]) =>
    (await check(narration, ...checks)).issues.map(({ kind, noun, message }) => `${kind} ${noun}: ${message}`);

  it("reports a number beside the attribute's word that canon denies", async () => {
    expect(await found("Aldric a 45 ans.", "numbers")).to.deep.equal([
      "numbers Aldric: canon says age 50, this sentence 45",
    ]);
    expect(await found("Valmure compte 4 portes.", "numbers")).to.deep.equal([
      "numbers Valmure: canon says nombre_portes 3, this sentence 4",
    ]);
  });

  it("is silent about canon's own number, about other numbers, and about a sentence that names two", async () => {
    expect(
      await found("Aldric a 50 ans. Aldric paie 12 pièces. Mira a 20 ans de moins qu'Aldric.", "numbers"),
    ).to.deep.equal([]);
  });

  it("reports the dead and the absent where they act, not where they are spoken of", async () => {
    expect(
      await found("Alduin rugit. Mira pleure Alduin. Alduin est mort. « Viens », murmure Kaelen.", "presence"),
    ).to.deep.equal([
      "presence Alduin: canon says etat mort, this sentence makes them act",
      "presence Kaelen: the current scene does not hold them, this sentence makes them act",
    ]);
  });

  it("says how much it looked at", async () => {
    const { checked } = await check("Aldric a 50 ans. Mira rit.", "names", "numbers", "presence");
    expect(checked).to.deep.equal([
      { check: "names", entities: 2, statements: 2 },
      { check: "numbers", entities: 1, statements: 1 },
      { check: "presence", entities: 2, statements: 1 },
    ]);
  });

  it("does nothing unless asked, and leaves names aside when they are not asked for", async () => {
    expect(await campaign.validateNarration({ narration: "Alduin rugit." })).to.deep.equal({
      ok: true,
      extractedNames: ["Alduin"],
      issues: [],
    });
    const { issues, extractedNames } = await check("Zorvane rugit.", "numbers");
    expect(issues).to.deep.equal([]);
    expect(extractedNames).to.deep.equal(["Zorvane"]);
  });
});
