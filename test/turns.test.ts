import { expect } from "chai";
import type { Campaign } from "../src/campaign.ts";
import type { Engine } from "../src/engine.ts";
import { failure, memoryCampaign, mention } from "./support/world.ts";

describe("turns and scenes", () => {
  let engine: Engine;
  let campaign: Campaign;
  let forge: string;
  let mira: string;
  let aldric: string;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
    forge = await mention(campaign, "La Forge de Valmure", { type: "LIEU" });
    mira = await mention(campaign, "Mira");
    aldric = await mention(campaign, "Aldric Fervent");
  });

  afterEach(() => engine.close());

  const setScene = (presentEntityIds: string[], more: object = {}) =>
    campaign.setScene({ locationEntityId: forge, presentEntityIds, description: "Au crépuscule", ...more });

  it("begin with no scene", async () => {
    expect(await campaign.getScene()).to.equal(null);
    expect(await campaign.prepareTurn()).to.deep.equal({ scene: null, presentEntities: [] });
  });

  it("count 1, 2, 3, whether a scene or a call opens the turn", async () => {
    expect(await campaign.advanceTurn({ summary: "a" })).to.deep.equal({ turnNumber: 1 });
    expect((await setScene([mira])).turnNumber).to.equal(2);
    expect(await campaign.advanceTurn()).to.deep.equal({ turnNumber: 3 });
    expect((await campaign.getScene())?.turnNumber).to.equal(2);
  });

  it("do not count what was refused", async () => {
    await failure(setScene(["ent_nobody"]));
    expect((await setScene([])).turnNumber).to.equal(1);
  });

  it("keep everybody present once, in order, with their facts", async () => {
    await campaign.registerFact({
      entityId: aldric,
      attributeKey: "metier",
      value: { type: "STRING", value: "capitaine" },
      category: "HISTORIQUE",
    });
    const { sceneId } = await setScene([aldric, mira, aldric]);
    const scene = await campaign.getScene();
    expect(scene).to.deep.include({
      sceneId,
      locationEntityId: forge,
      presentEntityIds: [aldric, mira],
      description: "Au crépuscule",
      turnNumber: 1,
    });
    const turn = await campaign.prepareTurn();
    expect(turn.scene).to.deep.equal(scene);
    expect(
      turn.presentEntities.map(({ entity, facts }) => [entity.entityId, facts.map((fact) => fact.attributeKey)]),
    ).to.deep.equal([
      [aldric, ["metier"]],
      [mira, []],
    ]);
  });

  it("refuse a scene with somebody or some place that is no canon", async () => {
    for (const call of [setScene([mira, "Aldric"]), setScene([mira], { locationEntityId: "La Forge" })]) {
      const error = await failure(call);
      expect(error.code).to.equal("ENTITY_NOT_FOUND");
      expect((error.details as { hint: string }).hint).to.include("mention-entity");
    }
    expect(await campaign.getScene()).to.equal(null);
  });
});

describe("an operationId", () => {
  let engine: Engine;
  let campaign: Campaign;
  let mira: string;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
    mira = await mention(campaign, "Mira");
  });

  afterEach(() => engine.close());

  const register = (value: string, operationId: string, attributeKey = "metier") =>
    campaign.registerFact({
      entityId: mira,
      attributeKey,
      value: { type: "STRING", value },
      category: "ETAT",
      operationId,
    });

  it("makes a retry answer as the first time, and write nothing", async () => {
    const calls: (() => Promise<unknown>)[] = [
      () => campaign.advanceTurn({ summary: "s", operationId: "turn" }),
      () => register("messagère", "fact"),
      () => campaign.setScene({ locationEntityId: mira, presentEntityIds: [], description: "", operationId: "scene" }),
      () =>
        campaign.mentionEntity({
          canonicalName: "Aldric",
          type: "PERSONNAGE",
          description: "",
          operationId: "mention",
        }),
      () =>
        campaign.addConstraint({
          entityId: mira,
          attributeKey: "age",
          rule: { type: "RANGE_NUMERIQUE", min: 1 },
          justification: "",
          operationId: "constraint",
        }),
    ];
    for (const call of calls) {
      const first = await call();
      const written = (await campaign.events()).length;
      expect(await call()).to.deep.equal(first);
      expect(await campaign.events()).to.have.lengthOf(written);
    }
  });

  it("still answers as the first time after canon went on", async () => {
    const first = await campaign.mentionEntity({
      canonicalName: "Aldric",
      type: "PERSONNAGE",
      description: "",
      operationId: "op",
    });
    await mention(campaign, "Aldric", { force: true });
    const retry = { canonicalName: "Aldric", type: "PERSONNAGE", description: "", operationId: "op" } as const;
    expect(await campaign.mentionEntity(retry)).to.deep.equal(first);
  });

  it("does not mind the order of keys", async () => {
    const one = { x: { type: "NUMBER", value: 1 }, y: { type: "NUMBER", value: 2 } } as const;
    const claim = { entityId: mira, attributeKey: "k", category: "ETAT", operationId: "op" } as const;
    const first = await campaign.registerFact({ ...claim, value: { type: "COMPOSITE", fields: one } });
    const { x, y } = one;
    const retry = { value: { type: "COMPOSITE", fields: { y, x } }, ...claim } as const;
    expect(await campaign.registerFact(retry)).to.deep.equal(first);
  });

  it("is refused with other arguments, or for another operation", async () => {
    await campaign.advanceTurn({ summary: "s", operationId: "op" });
    for (const call of [campaign.advanceTurn({ summary: "t", operationId: "op" }), register("x", "op")]) {
      const error = await failure(call);
      expect(error.code).to.equal("VALIDATION_FAILED");
      expect((error.details as { path: string[] }[])[0]?.path).to.deep.equal(["operationId"]);
    }
    expect(await campaign.advanceTurn()).to.deep.equal({ turnNumber: 2 });
  });

  it("is not spent by a contradiction, a violation or an adjudication", async () => {
    await register("messagère", "first");
    expect((await register("reine", "op")).contradictions).to.have.lengthOf(1);
    await campaign.addConstraint({
      entityId: mira,
      attributeKey: "age",
      rule: { type: "RANGE_NUMERIQUE", min: 1 },
      justification: "",
    });
    expect((await register("vieille", "op", "age")).violations).to.have.lengthOf(1);
    await mention(campaign, "Alduin");
    const near = { canonicalName: "Aldwyn", type: "PERSONNAGE", description: "", operationId: "op" } as const;
    expect((await campaign.mentionEntity(near)).needsAdjudication).to.equal(true);
    expect((await campaign.mentionEntity({ ...near, force: true })).isNew).to.equal(true);
  });

  it("belongs to its campaign", async () => {
    const other = await engine.createCampaign({ id: "other" });
    await campaign.advanceTurn({ summary: "here", operationId: "op" });
    expect(await other.advanceTurn({ summary: "there", operationId: "op" })).to.deep.equal({ turnNumber: 1 });
  });

  it("makes the creation of a campaign safe to retry", async () => {
    const create = (name: string) => engine.createCampaign({ id: "d", name, operationId: "op" });
    await create("D");
    expect((await create("D")).info.name).to.equal("D");
    expect((await failure(create("E"))).code).to.equal("VALIDATION_FAILED");
    expect((await failure(engine.createCampaign({ id: "d" }))).code).to.equal("CAMPAIGN_ALREADY_EXISTS");
  });

  it("is 1 to 128 characters", async () => {
    await campaign.advanceTurn({ operationId: "é".repeat(128) });
    for (const operationId of ["", "é".repeat(129)])
      expect((await failure(campaign.advanceTurn({ operationId }))).code).to.equal("VALIDATION_FAILED");
  });
});

describe("the event log", () => {
  it("has one event for each write, numbered without gaps, in a fixed shape", async () => {
    let clock = 1_700_000_000_000;
    const { engine, campaign } = await memoryCampaign({ now: () => clock++ });
    const forge = await mention(campaign, "La Forge", { type: "LIEU", aliases: ["l'atelier"] });
    await campaign.mentionEntity({
      canonicalName: "La Forge",
      type: "LIEU",
      description: "",
      aliases: ["le fourneau"],
    });
    await campaign.mentionEntity({
      canonicalName: "La Forge",
      type: "LIEU",
      description: "",
      aliases: ["le fourneau"],
    });
    const claim = { entityId: forge, attributeKey: "k", category: "ETAT" } as const;
    await campaign.registerFact({ ...claim, value: { type: "NUMBER", value: 1 } });
    await campaign.registerFact({ ...claim, value: { type: "NUMBER", value: 1 } });
    await campaign.registerFact({ ...claim, value: { type: "NUMBER", value: 2 } });
    const rule = { type: "REGEX", pattern: "." } as const;
    await campaign.addConstraint({ entityId: forge, attributeKey: "l", rule, justification: "" });
    await campaign.setScene({ locationEntityId: forge, presentEntityIds: [], description: "" });
    await campaign.advanceTurn({ summary: "s" });
    await failure(campaign.setScene({ locationEntityId: "x", presentEntityIds: [], description: "" }));

    const events = await campaign.events();
    expect(events.map((event) => event.type)).to.deep.equal([
      "campaign.created",
      "entity.created",
      "entity.alias_added",
      "fact.registered",
      "fact.contradicted",
      "constraint.added",
      "scene.changed",
      "turn.advanced",
    ]);
    expect(events.map((event) => event.seq)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8]);
    for (const event of events) {
      expect(Object.keys(event)).to.deep.equal(["v", "seq", "ts", "type", "subsystem", "id", "campaign", "payload"]);
      expect(event).to.include({ v: 1, campaign: "c", subsystem: event.type.split(".")[0] });
      expect(event.ts).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      expect(event.id).to.match(/^evt_/);
    }
    expect(events.map((event) => event.id)).to.deep.equal(events.map((event) => event.id).sort());
    expect((await campaign.events(6, 1)).map((event) => event.seq)).to.deep.equal([7]);
    engine.close();
  });

  it("gives ids that sort by age, also within one millisecond and when the clock goes back", async () => {
    let clock = 2_000_000_000_000;
    const { engine, campaign } = await memoryCampaign({ now: () => clock });
    const ids: string[] = [];
    for (let i = 0; i < 40; i++) {
      if (i === 20) clock -= 5000;
      ids.push(await mention(campaign, `Garde ${i}`));
    }
    expect(ids).to.deep.equal([...ids].sort());
    expect(new Set(ids).size).to.equal(40);
    engine.close();
  });
});
