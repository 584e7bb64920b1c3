import { expect } from "chai";
import type { Campaign } from "../src/campaign.ts";
import { mention, newWorld, type World } from "./support/world.ts";

describe("many calls at once on one engine", () => {
  let world: World;
  let campaign: Campaign;

  beforeEach(async () => {
    world = newWorld();
    campaign = await (await world.engine()).createCampaign({ id: "c" });
  });

  afterEach(() => world.drop());

  it("mention one new name: one entity, no alias lost", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        campaign.mentionEntity({
          canonicalName: "Aldric Fervent",
          type: "PERSONNAGE",
          description: "",
          aliases: [`surnom ${index}`],
        }),
      ),
    );
    expect(answers.filter(({ isNew }) => isNew)).to.have.lengthOf(1);
    expect(new Set(answers.map(({ entityId }) => entityId)).size).to.equal(1);
    const entity = await campaign.getEntity({ entityId: answers[0]?.entityId ?? "" });
    expect(entity?.aliases).to.have.lengthOf(20);
  });

  it("register rival facts while others read: one wins, every read is whole", async () => {
    const entityId = await mention(campaign, "Aldric Fervent");
    await campaign.setScene({ locationEntityId: entityId, presentEntityIds: [entityId], description: "" });
    const [answers, turns] = await Promise.all([
      Promise.all(
        Array.from({ length: 20 }, (_, value) =>
          campaign.registerFact({ entityId, attributeKey: "k", value: { type: "NUMBER", value }, category: "ETAT" }),
        ),
      ),
      Promise.all(Array.from({ length: 20 }, () => campaign.prepareTurn())),
    ]);
    expect(answers.filter(({ factId }) => factId !== null)).to.have.lengthOf(1);
    for (const turn of turns) expect(turn.presentEntities[0]?.entity.name).to.equal("Aldric Fervent");
  });

  it("are answered when one of them fails", async () => {
    const calls = [campaign.advanceTurn(), campaign.getRelevantFacts({ entityId: "x" }), campaign.advanceTurn()];
    const [first, second, third] = await Promise.allSettled(calls);
    expect([first, third].map((one) => one?.status === "fulfilled" && one.value)).to.deep.equal([
      { turnNumber: 1 },
      { turnNumber: 2 },
    ]);
    expect(second?.status).to.equal("rejected");
  });

  it("open the file once, though the first of them come together on a new engine", async () => {
    const engine = await world.engine();
    const opened = await Promise.all(Array.from({ length: 10 }, () => engine.campaign("c")));
    const turns = await Promise.all(opened.map((one) => one.advanceTurn()));
    expect(turns.map(({ turnNumber }) => turnNumber).sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 10 }, (_, index) => index + 1),
    );
  });

  it("read beside the first write of an engine that has only read so far", async () => {
    const mine = await (await world.engine()).campaign("c");
    await mine.getScene();
    const answers = await Promise.all([mine.getScene(), mine.prepareTurn(), mine.advanceTurn(), mine.getScene()]);
    expect(answers).to.deep.equal([null, { scene: null, presentEntities: [] }, { turnNumber: 1 }, null]);
  });

  it("may read and write from a handler that is asked in the middle of a look-up", async () => {
    const engine = await world.engine();
    const mine = await engine.campaign("c");
    await mention(mine, "Jean");
    const second = await mention(mine, "Jean", { force: true });
    engine.onUserPrompt(async () => {
      await mine.advanceTurn();
      return second;
    });
    expect((await mine.lookupEntity({ mention: "Jean" })).match?.entityId).to.equal(second);
  });
});
