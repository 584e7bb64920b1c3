import { expect } from "chai";
import { faultsOf } from "./support/canon-check.ts";
import { type Acknowledged, killedWriter, Workers } from "./support/processes.ts";
import { mention, newWorld, type World } from "./support/world.ts";

const MANY = 20;

describe("twenty processes at once on one file", () => {
  let workers: Workers;
  let world: World;

  before(async () => {
    workers = await Workers.start(MANY);
  });

  after(() => workers.stop());

  beforeEach(() => {
    world = newWorld();
  });

  afterEach(() => world.drop());

  const open = async () => (await world.engine()).createCampaign({ id: "c" });
  const everyone = <T>(method: string, input: (index: number) => object) =>
    workers.all<T>((index) => ({ db: world.db, campaign: "c", method, input: input(index) }));

  it("create one campaign, and the others are told", async () => {
    const answers = await everyone<string>("createCampaign", () => ({}));
    expect(answers.filter(({ value }) => value === "c")).to.have.lengthOf(1);
    expect(answers.filter(({ code }) => code === "CAMPAIGN_ALREADY_EXISTS")).to.have.lengthOf(MANY - 1);
    const campaign = await (await world.engine()).campaign("c");
    expect((await campaign.events()).map(({ type }) => type)).to.deep.equal(["campaign.created"]);
  });

  it("create twenty campaigns when each has an id of its own", async () => {
    // A file that is just being created looks cut or foreign for an instant: often enough to meet it.
    for (let round = 0; round < 15; round++) {
      const answers = await workers.all<string>((index) => ({
        db: `${world.db}-${round}`,
        campaign: `c${index}`,
        method: "createCampaign",
        input: {},
      }));
      expect(answers.filter(({ code }) => code)).to.deep.equal([]);
      expect(answers.map(({ value }) => value)).to.deep.equal(answers.map((_, index) => `c${index}`));
    }
  });

  it("register rival facts: one wins, the others get the contradiction", async () => {
    const campaign = await open();
    const entityId = await mention(campaign, "Aldric Fervent");
    const answers = await everyone<{ factId: string | null; contradictions: { factId: string }[] }>(
      "registerFact",
      (index) => ({
        entityId,
        attributeKey: "metier",
        value: { type: "STRING", value: `métier ${index}` },
        category: "HISTORIQUE",
      }),
    );
    const winners = answers.filter(({ value }) => value?.factId);
    expect(winners).to.have.lengthOf(1);
    const standing = winners[0]?.value?.factId;
    for (const { value } of answers)
      if (!value?.factId) expect(value?.contradictions.map(({ factId }) => factId)).to.deep.equal([standing]);
    expect(await campaign.getRelevantFacts({ entityId })).to.have.lengthOf(1);
    const types = (await campaign.events()).map(({ type }) => type);
    expect(types.filter((type) => type === "fact.registered")).to.have.lengthOf(1);
    expect(types.filter((type) => type === "fact.contradicted")).to.have.lengthOf(MANY - 1);
  });

  it("mention one new name: one entity, no alias lost", async () => {
    const campaign = await open();
    const answers = await everyone<{ entityId: string; isNew: boolean }>("mentionEntity", (index) => ({
      canonicalName: "Aldric Fervent",
      type: "PERSONNAGE",
      description: "d",
      aliases: [`surnom ${index}`],
    }));
    expect(new Set(answers.map(({ value }) => value?.entityId)).size).to.equal(1);
    expect(answers.filter(({ value }) => value?.isNew)).to.have.lengthOf(1);
    const entity = await campaign.getEntity({ entityId: answers[0]?.value?.entityId ?? "" });
    expect(entity?.aliases.map(({ text }) => text).sort()).to.deep.equal(
      Array.from({ length: MANY }, (_, index) => `surnom ${index}`).sort(),
    );
  });

  it("advance the turn: no number twice, none skipped", async () => {
    await open();
    const answers = await everyone<{ turnNumber: number }>("advanceTurn", () => ({}));
    const turns = answers.map(({ value }) => value?.turnNumber ?? 0).sort((a, b) => a - b);
    expect(turns).to.deep.equal(Array.from({ length: MANY }, (_, index) => index + 1));
  });

  it("retry one operation: one effect, one answer", async () => {
    const campaign = await open();
    const answers = await everyone<{ turnNumber: number }>("advanceTurn", () => ({ operationId: "op", summary: "s" }));
    expect(answers).to.deep.equal(answers.map(() => ({ value: { turnNumber: 1 } })));
    expect((await campaign.events()).filter(({ type }) => type === "turn.advanced")).to.have.lengthOf(1);
  });

  it("write and read at the same time: every call answers", async () => {
    const campaign = await open();
    const entityId = await mention(campaign, "Aldric Fervent");
    await campaign.setScene({ locationEntityId: entityId, presentEntityIds: [entityId], description: "" });
    const answers = await workers.all((index) => ({
      db: world.db,
      campaign: "c",
      ...(index % 2 === 0
        ? { method: "prepareTurn", input: {} }
        : {
            method: "registerFact",
            input: {
              entityId,
              attributeKey: `k${index}`,
              value: { type: "NUMBER", value: index },
              category: "ETAT",
            },
          }),
    }));
    expect(answers.filter(({ value }) => value === undefined)).to.deep.equal([]);
    expect(await campaign.getRelevantFacts({ entityId })).to.have.lengthOf(MANY / 2);
  });
});

describe("kill -9", () => {
  it("at any moment loses no acknowledged write and leaves a sound file", async () => {
    const world = newWorld();
    try {
      const acknowledged: Acknowledged[] = [];
      // Forty kills: ten rounds of four writers on one file, which the first round creates.
      for (let round = 0; round < 10; round++) {
        const writers = [0, 1, 2, 3].map((writer) =>
          killedWriter(world.db, "c", `objet ${round}-${writer}`, {
            since: round === 0 ? "loaded" : "acknowledged",
            ms: Math.random() * 150,
          }),
        );
        acknowledged.push(...(await Promise.all(writers)).flat());
        if (round === 0) await (await world.engine()).createCampaign({ id: "c" }).catch(() => {});
        expect(await faultsOf(world.db, "c", acknowledged)).to.deep.equal([]);
      }
      expect(acknowledged.length).to.be.greaterThan(35);
    } finally {
      world.drop();
    }
  }).timeout(240_000);
});
