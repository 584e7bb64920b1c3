import { expect } from "chai";
import type { Campaign } from "../src/campaign.ts";
import type { ValidationReport } from "../src/domain/report.ts";
import { Engine } from "../src/engine.ts";
import type { PreGenerationEvent } from "../src/hooks.ts";
import type { NarrationGate } from "../src/plugin.ts";
import { failure, memoryCampaign, mention, newWorld } from "./support/world.ts";

describe("the library", () => {
  let engine: Engine;
  let campaign: Campaign;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
  });

  afterEach(() => engine.close());

  describe("names campaigns", () => {
    for (const id of ["c1", "La Forge d'Aldric", "é".repeat(128), "𝔸".repeat(128), "物語", "a/b:c?d", "🐉"])
      it(`“${id.slice(0, 20)}”`, async () => {
        const made = await engine.createCampaign({ id });
        expect(made.info).to.include({ id, name: id });
        expect((await engine.campaign(id)).info.id).to.equal(id);
      });

    for (const id of ["", " a", "a ", "a\u0000b", "a\nb", "é".repeat(129), "a\ud800", "\u00a0a"])
      it(`and refuses ${JSON.stringify(id).slice(0, 20)}`, async () => {
        for (const call of [
          () => engine.createCampaign({ id }),
          () => engine.campaign(id),
          () => engine.deleteCampaign(id),
        ])
          expect((await failure((async (): Promise<unknown> => call())())).code).to.equal("INVALID_ARGS");
      });

    it("composed or decomposed alike", async () => {
      await engine.createCampaign({ id: "e\u0301te\u0301" });
      expect((await engine.campaign("\u00e9t\u00e9")).info.id).to.equal("\u00e9t\u00e9");
      expect((await failure(engine.createCampaign({ id: "\u00e9t\u00e9" }))).code).to.equal("CAMPAIGN_ALREADY_EXISTS");
    });
  });

  it("refuses an observation that its options misspell, before it becomes a fact", async () => {
    const entityId = await mention(campaign, "Mira");
    const claim = { entityId, attributeKey: "k", value: { type: "BOOLEAN", value: true }, category: "ETAT" } as const;
    for (const options of [{ preset: "gm" }, { observation: { fiabilite: "SURE" } }]) {
      const { code, details } = await failure(campaign.registerFact(claim, options as never));
      expect(code).to.equal("VALIDATION_FAILED");
      expect((details as { path: string[] }[])[0]?.path[0]).to.equal("observation");
    }
    expect(await campaign.getRelevantFacts({ entityId })).to.deep.equal([]);
  });

  it("lists campaigns with their languages and space", async () => {
    await engine.createCampaign({ id: "d", name: "D", languages: ["de", "de", "fr"], embeddingDim: 0 });
    const [first, second] = await engine.listCampaigns();
    expect(first).to.include({ id: "c", embeddingModel: "local", embeddingDim: 768 });
    expect(first?.languages).to.deep.equal(["fr", "en"]);
    expect(second).to.deep.include({ id: "d", name: "D", languages: ["de", "fr"], embeddingDim: 0 });
  });

  it("refuses vectors of a length that the space does not have", async () => {
    expect((await failure(engine.createCampaign({ id: "d", embeddingDim: 512 }))).code).to.equal("VALIDATION_FAILED");
  });

  it("deletes a campaign with its events, and says whether there was one", async () => {
    await mention(campaign, "Mira");
    expect(await engine.deleteCampaign("c")).to.equal(true);
    expect(await engine.deleteCampaign("c")).to.equal(false);
    expect(await engine.listCampaigns()).to.deep.equal([]);
  });

  it("is over once it is closed: it says so, and opens no file again", async () => {
    const mira = await mention(campaign, "Mira");
    engine.close();
    engine.close();
    const calls: (() => Promise<unknown>)[] = [
      () => campaign.getScene(),
      () => campaign.advanceTurn(),
      () => campaign.events(),
      () => campaign.addRelation({ from: mira, to: mira, kind: "SOCIAL", label: "soi" }),
      () => engine.campaign("c"),
      () => engine.createCampaign({ id: "d" }),
      () => engine.listCampaigns(),
      () => engine.deleteCampaign("c"),
    ];
    for (const call of calls) {
      const error = await failure(call());
      expect(error.code).to.equal("REPOSITORY_ERROR");
      expect(error.message).to.include("closed");
    }
  });

  it("refuses a database that is no path, and a relation whose label is no name", async () => {
    for (const db of [undefined, "", 3])
      expect((await failure(Engine.open({ db } as never))).code).to.equal("INVALID_ARGS");
    const mira = await mention(campaign, "Mira");
    for (const label of [undefined, "", 3, "x".repeat(101)]) {
      const { code, details } = await failure(
        campaign.addRelation({ from: mira, to: mira, kind: "SOCIAL", label } as never),
      );
      expect(code).to.equal("VALIDATION_FAILED");
      expect(details).to.have.nested.property("[0].path").that.deep.equals(["label"]);
    }
  });

  it("answers a tool call without arguments, and refuses to count events in anything but whole numbers", async () => {
    expect(await campaign.handleToolCall("sneq__advance_turn", undefined)).to.deep.equal({ turnNumber: 1 });
    expect(await campaign.events(0, 1)).to.have.length(1);
    for (const [after, limit] of [
      ["x", 1],
      [0, -1],
      [0.5, 1],
      [-1, 1],
    ])
      expect((await failure(campaign.events(after as number, limit as number))).code).to.equal("VALIDATION_FAILED");
  });

  it("answers CAMPAIGN_NOT_FOUND to whoever still holds a deleted campaign", async () => {
    const mira = await mention(campaign, "Mira");
    await engine.deleteCampaign("c");
    const observed = { type: "NUMBER", value: 1 } as const;
    for (const call of [
      () => campaign.mentionEntity({ canonicalName: "Mira", type: "PERSONNAGE", description: "" }),
      () => campaign.registerFact({ entityId: mira, attributeKey: "k", value: observed, category: "ETAT" }),
      () => campaign.advanceTurn(),
      () => campaign.addRelation({ from: mira, to: mira, kind: "SOCIAL", label: "l" }),
      () => campaign.getScene(),
      () => campaign.events(),
      () => campaign.validateNarration({ narration: "Mira dort." }),
    ])
      expect((await failure(call())).code).to.equal("CAMPAIGN_NOT_FOUND");
    expect((await failure(engine.campaign("nowhere"))).code).to.equal("CAMPAIGN_NOT_FOUND");
  });

  it("keeps campaigns apart", async () => {
    const mira = await mention(campaign, "Mira", { aliases: ["la rousse"] });
    const other = await engine.createCampaign({ id: "other" });
    expect(await other.getEntity({ entityId: mira })).to.equal(null);
    expect((await other.lookupEntity({ mention: "la rousse" })).layerUsed).to.equal("none");
    expect(await mention(other, "Mira")).to.not.equal(mira);
    const call = other.setScene({ locationEntityId: mira, presentEntityIds: [], description: "" });
    expect((await failure(call)).code).to.equal("ENTITY_NOT_FOUND");
  });

  it("keeps what one engine wrote for the next", async () => {
    const world = newWorld();
    try {
      const first = await world.engine();
      const id = await mention(await first.createCampaign({ id: "c" }), "Mira");
      first.close();
      const again = await (await world.engine()).campaign("c");
      expect((await again.getEntity({ entityId: id }))?.name).to.equal("Mira");
    } finally {
      world.drop();
    }
  });

  it("lets two engines write to one file in turn", async () => {
    const world = newWorld();
    try {
      const one = await (await world.engine()).createCampaign({ id: "c" });
      const other = await (await world.engine()).campaign("c");
      const turns = [];
      for (const from of [one, other, one, other]) turns.push((await from.advanceTurn()).turnNumber);
      expect(turns).to.deep.equal([1, 2, 3, 4]);
    } finally {
      world.drop();
    }
  });

  it("refuses a plugin of another contract, and a configuration that is none", async () => {
    const plugin = { api: 99, name: "p" } as never;
    const open = Engine.open({ db: ":memory:", env: {}, plugins: [plugin] });
    expect((await failure(open)).code).to.equal("INVALID_ARGS");
    expect((await failure(Engine.open({ db: ":memory:", env: {}, config: { tires: {} } }))).code).to.equal(
      "INVALID_ARGS",
    );
  });

  describe("answers tool calls", () => {
    it("by the tool's name", async () => {
      const input = { canonicalName: "Mira", type: "PERSONNAGE", description: "" };
      const { entityId } = (await campaign.handleToolCall("sneq__mention_entity", input)) as { entityId: string };
      const found = await campaign.handleToolCall("sneq__lookup_entity", { mention: "mira" });
      expect(found).to.have.nested.property("match.entityId", entityId);
    });

    it("with the errors of the operation", async () => {
      expect((await failure(campaign.handleToolCall("sneq__lookup_entity", { mentoin: "x" }))).code).to.equal(
        "VALIDATION_FAILED",
      );
    });

    for (const name of ["sneq__prepare_turn", "sneq__init_campaign", "lookup_entity", "toString", ""])
      it(`and knows no tool “${name}”`, async () => {
        expect((await failure(campaign.handleToolCall(name, {}))).code).to.equal("UNKNOWN_COMMAND");
      });
  });

  describe("tells before a model generates", () => {
    const collapse = async () => {
      const entityId = await mention(campaign, "Mira");
      return failure(campaign.collapseAttribute({ entityId, attributeKey: "age" }));
    };

    it("whoever registered, and forgets whoever disposed", async () => {
      const heard: PreGenerationEvent[] = [];
      const { dispose } = engine.onPreGeneration((event) => void heard.push(event));
      await collapse();
      expect(heard).to.have.lengthOf(1);
      expect(heard[0]).to.include({ campaignId: "c", operation: "collapse-attribute", attributeKey: "age" });
      dispose();
      await collapse();
      expect(heard).to.have.lengthOf(1);
    });

    it("and never lets a handler's error surface", async () => {
      engine.onPreGeneration(() => {
        throw new Error("at once");
      });
      engine.onPreGeneration(() => Promise.reject(new Error("later")));
      const error = await collapse();
      expect(error.code).to.equal("PROVIDER_ERROR");
      expect(error.details).to.include({ providerCode: "NOT_CONFIGURED", tier: "heavy" });
    });
  });

  describe("lets a program read narrations first", () => {
    const answers = (noun: string): NarrationGate => ({
      validate: (): ValidationReport => ({ ok: true, extractedNames: [noun], issues: [] }),
    });
    const heard = async (from = campaign) => (await from.validateNarration({ narration: "Rien." })).extractedNames;

    it("through the gate registered last, until it is disposed of", async () => {
      const older = campaign.registerNarrationGate(answers("older"));
      const newer = campaign.registerNarrationGate(answers("newer"));
      expect(await heard()).to.deep.equal(["newer"]);
      older.dispose();
      expect(await heard()).to.deep.equal(["newer"]);
      newer.dispose();
      expect(await heard()).to.deep.equal([]);
    });

    it("and goes back to the older gate when the newer one goes", async () => {
      campaign.registerNarrationGate(answers("older"));
      const newer = campaign.registerNarrationGate(answers("newer"));
      newer.dispose();
      newer.dispose();
      expect(await heard()).to.deep.equal(["older"]);
    });

    it("on the campaign it was registered on alone, whichever object stands for it", async () => {
      const other = await engine.createCampaign({ id: "other" });
      campaign.registerNarrationGate(answers("mine"));
      expect(await heard(other)).to.deep.equal([]);
      expect(await heard(await engine.campaign("c"))).to.deep.equal(["mine"]);
    });
  });
});
