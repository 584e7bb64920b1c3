import { expect } from "chai";
import { failure } from "../../src/router/failure.ts";
import { character, type World, world } from "./canon.ts";

const SYLLABLES = [
  "ba",
  "cor",
  "del",
  "fin",
  "gar",
  "hel",
  "jon",
  "kas",
  "lor",
  "mir",
  "nol",
  "pra",
  "rus",
  "sev",
  "tam",
  "vor",
];

/** A pronounceable name of three syllables for each number. */
function inventedName(n: number): string {
  const part = (place: number) => SYLLABLES[Math.floor(n / 16 ** place) % 16] ?? "";
  const word = part(0) + part(1) + part(2);
  return word[0]?.toUpperCase() + word.slice(1);
}

describe("the second opinion of validate-narration", () => {
  let w: World;
  beforeEach(async () => {
    w = await world();
  });
  afterEach(() => w.close());

  const validate = (narration: string) => w.campaign.validateNarration({ narration });

  it("is reached by an unknown name in a full canon, and not by names that are known or near to one", async () => {
    for (let n = 0; n < 400; n++)
      await w.campaign.mentionEntity({
        canonicalName: `${inventedName(n * 7)} ${inventedName(n * 13 + 5)}`,
        type: "PERSONNAGE",
        description: "x",
        force: true,
      });
    const [known] = await w.campaign
      .suggestExisting({ mention: inventedName(700), type: "PERSONNAGE" })
      .then((s) => s.candidates);
    if (!known) return expect.fail("the canon is empty");
    w.model.says = ["[]"];
    await validate(`Hier soir, ${known.name} dormait.`);
    expect(w.model.asked).to.have.length(0);
    const report = await validate(`Hier soir, Xyqueline Wyzhoff salua ${known.name}.`);
    expect(w.model.asked).to.have.length(1);
    expect(report.issues).to.have.length(1);
    expect(report.issues[0]).to.include({ noun: "Xyqueline Wyzhoff", kind: "no-match" });
    expect(report).not.to.have.property("partial");
  });

  it("turns a slip into a drift with its suggestion, in one call for all names", async () => {
    const brune = await character(w.campaign, "Brune Halle");
    w.model.says = [
      JSON.stringify([
        { noun: "Dame Aubépine", verdict: "typo", suggestion: brune, confidence: 0.8, reasoning: "son surnom" },
        { noun: "Cassius", verdict: "unknown", reasoning: "jamais vu" },
      ]),
    ];
    const report = await validate("Hier soir, Dame Aubépine salua Cassius.");
    expect(w.model.asked).to.have.length(1);
    const slip = report.issues.find(({ noun }) => noun.includes("Aubépine"));
    expect(slip).to.deep.include({ kind: "below-threshold" });
    expect(slip?.suggestions).to.deep.equal([{ entityId: brune, canonicalName: "Brune Halle", confidence: 0.8 }]);
    expect(report.issues.find(({ noun }) => noun === "Cassius")).to.include({
      kind: "no-match",
      llmReasoning: "jamais vu",
    });
  });

  describe("about a name that two bear", () => {
    let bearers: string[];
    beforeEach(async () => {
      bearers = [];
      for (const canonicalName of ["Aldric Fervent", "Brune Halle"]) {
        const mention = { canonicalName, type: "PERSONNAGE" as const, aliases: ["Corbeau"], description: "x" };
        bearers.push((await w.campaign.mentionEntity(mention)).entityId ?? "");
      }
    });
    const opinion = (suggestion: string) => JSON.stringify([{ noun: "Corbeau", verdict: "typo", suggestion }]);

    it("resolves it when it names a bearer", async () => {
      w.model.says = [opinion(bearers[1] ?? "")];
      expect(await validate("Hier soir, Corbeau dormait.")).to.include({ ok: true });
    });

    it("leaves it ambiguous when it names nobody, or somebody else", async () => {
      const other = await character(w.campaign, "Cassia Vorel");
      for (const said of ["[]", opinion(other), opinion("ent_made_up")]) {
        w.model.says = [said];
        const report = await validate("Hier soir, Corbeau dormait.");
        expect(report.issues.map(({ kind }) => kind)).to.deep.equal(["ambiguous"]);
        expect(report.issues[0]?.suggestions).to.have.length(2);
      }
    });
  });

  for (const [name, said, providerCode] of [
    ["fails", failure("SERVER", "boom", { status: 500 }), "SERVER"],
    ["answers nonsense", "Everything looks fine to me.", "MALFORMED"],
    ["is out of quota", failure("QUOTA", "slow down", { status: 429 }), "QUOTA"],
  ] as const) {
    it(`makes the report partial, and says why, when the model ${name}: the names stay unknown`, async () => {
      w.model.says = [said];
      const report = await validate("Hier soir, Cassius Vorentius salua Zorvane Khel.");
      expect(report).to.include({ ok: false, partial: true });
      expect(report.unanswered).to.deep.equal([{ tier: "light", providerCode }]);
      expect(report.issues.map(({ kind }) => kind)).to.deep.equal(["no-match", "no-match"]);
    });
  }
});
