import { expect } from "chai";
import type { CampaignInfo } from "../../src/domain/campaign.ts";
import type { AttributFige } from "../../src/domain/fact.ts";
import { newId } from "../../src/domain/ids.ts";
import { comparisonKey } from "../../src/domain/text.ts";
import type { CampaignStore, CampaignTransaction, NewEntity, Store } from "../../src/store/store.ts";
import { failure } from "../support/world.ts";

/** What a store adapter must offer to be held to the contract. */
export interface StoreUnderTest {
  /** A store on one and the same database; each call is another client of it. */
  open(): Store;
  /** How many rows anywhere in the database belong to some campaign. */
  rows(): number;
  /** Closes what was opened and removes the database. */
  drop(): void;
}

const AT = 1_700_000_000_000;

const info = (id: string, more: Partial<CampaignInfo> = {}): CampaignInfo => ({
  id,
  name: id,
  languages: ["fr", "en"],
  embeddingModel: "local",
  embeddingDim: 768,
  createdAt: AT,
  ...more,
});

const entity = (name: string, more: Partial<NewEntity> = {}): NewEntity => ({
  entityId: newId("ent", AT),
  type: "PERSONNAGE",
  name,
  key: comparisonKey(name),
  homonym: 0,
  description: name,
  tags: [],
  createdAt: AT,
  ...more,
});

const fact = (entityId: string, attributeKey: string, value: AttributFige["value"]): AttributFige => ({
  factId: newId("fact", AT),
  entityId,
  attributeKey,
  value,
  category: "ETAT",
  observation: { source: "SYSTEM", method: "DOCUMENT", fiabilite: "CERTAINE", timestamp: AT },
  turn: 0,
  createdAt: AT,
});

const text = (value: string) => ({ type: "STRING", value }) as const;
const alias = (spelling: string) => ({ text: spelling, source: "PLAYER", observedAt: AT }) as const;

/** The store port, stated once: every adapter behaves like this. */
export function storeContract(name: string, prepare: () => StoreUnderTest): void {
  describe(`the store on ${name}`, () => {
    let under: StoreUnderTest;
    let store: Store;

    beforeEach(() => {
      under = prepare();
      store = under.open();
    });

    afterEach(() => under.drop());

    async function campaign(id: string, more: Partial<CampaignInfo> = {}): Promise<CampaignStore> {
      await store.createCampaign(info(id, more), async () => {});
      const opened = await store.campaign(id, "writes");
      if (!opened) throw new Error("the campaign was just created");
      return opened;
    }

    async function add(to: CampaignStore, name: string, aliases: string[] = []): Promise<string> {
      const one = entity(name);
      await to.write(async (tx) => {
        await tx.insertEntity(one);
        await tx.addAliases(one.entityId, aliases.map(alias));
      });
      return one.entityId;
    }

    describe("that was never written", () => {
      it("holds no campaign, to read or to delete", async () => {
        expect(await store.campaigns()).to.deep.equal([]);
        expect(await store.campaign("c")).to.equal(null);
        expect(await store.campaign("c", "writes")).to.equal(null);
        expect(await store.deleteCampaign("c")).to.equal(false);
      });
    });

    describe("campaigns", () => {
      it("are created once, with what is written beside them", async () => {
        const first = (tx: CampaignTransaction) => tx.appendEvent("campaign.created", { a: 1 }, AT);
        expect(await store.createCampaign(info("c"), first)).to.equal(true);
        expect(await store.createCampaign(info("c", { name: "other" }), first)).to.equal(false);
        const opened = await store.campaign("c");
        expect(opened?.info).to.deep.equal(info("c"));
        expect(await opened?.events(0, 10)).to.have.lengthOf(1);
      });

      it("are not created when what is written beside them fails", async () => {
        const failing = store.createCampaign(info("c"), async () => {
          throw new Error("no");
        });
        await failing.then(
          () => expect.fail("it was created"),
          (error: Error) => expect(error.message).to.equal("no"),
        );
        expect(await store.campaign("c")).to.equal(null);
      });

      it("are listed the oldest first", async () => {
        for (const id of ["z", "a", "é 'x'"]) await campaign(id);
        expect((await store.campaigns()).map(({ id }) => id)).to.deep.equal(["z", "a", "é 'x'"]);
      });

      it("never see each other", async () => {
        const [one, other] = [await campaign("one"), await campaign("other")];
        const mine = await add(one, "Mira", ["la messagère"]);
        const scene = {
          sceneId: newId("scene", AT),
          locationEntityId: mine,
          presentEntityIds: [mine],
          description: "",
        };
        await one.write(async (tx) => {
          await tx.insertFact(fact(mine, "age", text("20")));
          await tx.insertConstraint(mine, {
            constraintId: newId("con", AT),
            attributeKey: "age",
            rule: { type: "REGEX", pattern: "." },
            justification: "",
            createdAt: AT,
          });
          await tx.insertScene({ ...scene, turnNumber: await tx.openTurn(null, AT), createdAt: AT });
          await tx.appendEvent("turn.advanced", {}, AT);
          await tx.saveOperation("op", { operation: "o", fingerprint: "f", result: 1 }, AT);
        });
        expect(await other.entity(mine)).to.equal(null);
        expect(await other.entities([mine])).to.deep.equal([]);
        expect(await other.unknownEntities([mine])).to.deep.equal([mine]);
        expect(await other.nextHomonym("PERSONNAGE", "mira")).to.equal(0);
        expect(await other.namesByKeys([{ key: "mira", bare: null }])).to.deep.equal([[]]);
        expect(await other.namesByHeads(["mira", "la messagere"])).to.deep.equal([]);
        expect(await other.namesBySpelling(["Mirra"], 10)).to.deep.equal([[]]);
        expect(await other.facts([mine])).to.deep.equal([]);
        expect(await other.fact(mine, "age")).to.equal(null);
        expect(await other.constraints(mine)).to.deep.equal([]);
        expect(await other.neighbours([mine])).to.deep.equal([]);
        expect(await other.currentScene()).to.equal(null);
        expect(await other.scene(scene.sceneId)).to.equal(null);
        expect(await other.turn()).to.equal(0);
        expect(await other.recentEntities(10)).to.deep.equal([]);
        expect(await other.operation("op")).to.equal(null);
        expect(await other.events(0, 10)).to.deep.equal([]);
        expect(await other.countEntities()).to.equal(0);
        await other.write((tx) => tx.touch([mine], AT + 5));
        expect((await one.recentEntities(10)).map(({ entityId }) => entityId)).to.deep.equal([mine]);
      });

      it("leave nothing behind when they are deleted, and take nothing of another with them", async () => {
        const kept = await campaign("kept");
        await add(kept, "Mira");
        const before = under.rows();
        const gone = await campaign("gone", { embeddingModel: "remote/model", embeddingDim: 4 });
        const a = await add(gone, "Aldric Fervent", ["le forgeron"]);
        const b = await add(gone, "Mira");
        await gone.write(async (tx) => {
          await tx.insertFact(fact(a, "ami", { type: "ENTITY_REF", id: b }));
          await tx.openTurn("s", AT);
          await tx.appendEvent("turn.advanced", {}, AT);
          await tx.saveOperation("op", { operation: "o", fingerprint: "f", result: 1 }, AT);
          await tx.putVector(a, "remote/model", new Float32Array([1, 0, 0, 0]), AT);
          await tx.markForVector(b, true);
        });
        expect(under.rows()).to.be.greaterThan(before);
        expect(await store.deleteCampaign("gone")).to.equal(true);
        expect(under.rows()).to.equal(before);
        expect(await store.campaign("gone")).to.equal(null);
        expect((await failure(gone.write((tx) => tx.openTurn(null, AT)))).code).to.equal("CAMPAIGN_NOT_FOUND");
        expect(await kept.namesBySpelling(["Mirra"], 5)).to.have.nested.property("[0][0].name", "Mira");
      });

      it("made anew under an old id hold nothing of the old one, and are not written through it", async () => {
        const old = await campaign("c");
        await add(old, "Mira");
        await store.deleteCampaign("c");
        const fresh = await campaign("c");
        expect(await fresh.countEntities()).to.equal(0);
        expect((await failure(add(old, "Aldric"))).code).to.equal("CAMPAIGN_NOT_FOUND");
        expect(await fresh.countEntities()).to.equal(0);
      });
    });

    describe("a transaction", () => {
      it("leaves nothing of itself when it fails", async () => {
        const c = await campaign("c");
        const before = under.rows();
        await c
          .write(async (tx) => {
            await tx.insertEntity(entity("Mira"));
            await tx.openTurn(null, AT);
            await tx.appendEvent("turn.advanced", {}, AT);
            throw new Error("no");
          })
          .then(
            () => expect.fail("it was kept"),
            (error: Error) => expect(error.message).to.equal("no"),
          );
        expect(under.rows()).to.equal(before);
        expect(await c.turn()).to.equal(0);
        expect(await c.countEntities()).to.equal(0);
        await add(c, "Mira");
        expect(await c.countEntities()).to.equal(1);
      });

      it("sees what it wrote itself, and no other client does before it ends", async () => {
        const c = await campaign("c");
        const elsewhere = await under.open().campaign("c");
        await c.write(async (tx) => {
          await tx.insertEntity(entity("Mira"));
          expect(await tx.countEntities()).to.equal(1);
          expect(await elsewhere?.countEntities()).to.equal(0);
        });
        expect(await elsewhere?.countEntities()).to.equal(1);
      });

      it("runs alone: many at once are one after the other", async () => {
        const c = await campaign("c");
        const turns = await Promise.all(
          Array.from({ length: 25 }, () =>
            c.write(async (tx) => {
              const before = await tx.turn();
              await new Promise((resolve) => setImmediate(resolve));
              const after = await tx.openTurn(null, AT);
              expect(after).to.equal(before + 1);
              return after;
            }),
          ),
        );
        expect(turns).to.deep.equal(Array.from({ length: 25 }, (_, i) => i + 1));
      });
    });

    it("shows one moment of the canon in a snapshot, whatever others write", async () => {
      const c = await campaign("c");
      const a = await add(c, "Mira");
      const elsewhere = await under.open().campaign("c", "writes");
      await c.snapshot(async (reads) => {
        expect(await reads.facts([a])).to.deep.equal([]);
        await elsewhere?.write((tx) => tx.insertFact(fact(a, "age", text("20"))));
        expect(await reads.facts([a])).to.deep.equal([]);
      });
      expect(await c.facts([a])).to.have.lengthOf(1);
    });

    describe("keeps unique", () => {
      it("a name under its type and homonym number", async () => {
        const c = await campaign("c");
        const answers = await c.write(async (tx) => [
          await tx.insertEntity(entity("Mira")),
          await tx.insertEntity(entity("MIRA")),
          await tx.insertEntity(entity("Mira", { homonym: 1 })),
          await tx.insertEntity(entity("Mira", { type: "LIEU" })),
        ]);
        expect(answers).to.deep.equal([true, false, true, true]);
        expect(await c.countEntities()).to.equal(3);
      });

      it("a spelling of an entity", async () => {
        const c = await campaign("c");
        const a = await add(c, "Mira", ["la messagère"]);
        const added = await c.write((tx) => tx.addAliases(a, ["LA MESSAGERE", "mira", "la rousse"].map(alias)));
        expect(added.map((one) => one.text)).to.deep.equal(["la rousse"]);
        expect((await c.entity(a))?.aliases.map((one) => one.text)).to.deep.equal(["la messagère", "la rousse"]);
      });

      it("a fact of an attribute", async () => {
        const c = await campaign("c");
        const [a, b] = [await add(c, "Mira"), await add(c, "Berthe")];
        const answers = await c.write(async (tx) => [
          await tx.insertFact(fact(a, "age", text("20"))),
          await tx.insertFact(fact(a, "age", text("30"))),
          await tx.insertFact(fact(b, "age", text("30"))),
        ]);
        expect(answers).to.deep.equal([true, false, true]);
        expect((await c.fact(a, "age"))?.value).to.deep.equal(text("20"));
      });
    });

    it("finds names by key, with and without the article, in the order they came", async () => {
      const c = await campaign("c");
      const a = await add(c, "La Forge", ["l'atelier"]);
      const b = await add(c, "Forge");
      const [full, bare, other] = await c.namesByKeys([
        { key: "la forge", bare: "forge" },
        { key: "atelier", bare: null },
        { key: "moulin", bare: null },
      ]);
      expect(full?.map((hit) => [hit.entityId, hit.full])).to.deep.equal([
        [a, true],
        [b, false],
      ]);
      expect(bare?.map((hit) => [hit.text, hit.full])).to.deep.equal([["l'atelier", false]]);
      expect(other).to.deep.equal([]);
      expect((await c.namesByHeads(["forge", "atelier"])).map((hit) => hit.text).sort()).to.deep.equal([
        "Forge",
        "La Forge",
        "l'atelier",
      ]);
    });

    it("gives back what it was given, in the order asked", async () => {
      const c = await campaign("c");
      const [a, b] = [await add(c, "Mira"), await add(c, "Berthe")];
      expect((await c.entities([b, "ent_x", a, b])).map(({ name }) => name)).to.deep.equal(["Berthe", "Mira"]);
      const stored = [fact(b, "k", text("\u0000'\"é\ud83d\ude00")), fact(a, "k", text("x".repeat(1_000_000)))];
      await c.write(async (tx) => {
        for (const one of stored) await tx.insertFact(one);
      });
      expect(await c.facts([b, a])).to.deep.equal(stored);
      expect(await c.facts([a, b], ["k"])).to.deep.equal([stored[1], stored[0]]);
    });

    it("numbers events from 1 without a gap", async () => {
      const c = await campaign("c");
      for (const n of [1, 2, 3]) await c.write((tx) => tx.appendEvent("turn.advanced", { n }, AT));
      await c
        .write(async (tx) => {
          await tx.appendEvent("turn.advanced", {}, AT);
          throw new Error("no");
        })
        .catch(() => {});
      await c.write((tx) => tx.appendEvent("turn.advanced", { n: 4 }, AT));
      const events = await c.events(0, 10);
      expect(events.map((event) => [event.seq, event.payload])).to.deep.equal([1, 2, 3, 4].map((n) => [n, { n }]));
      expect(events[0]).to.include({ v: 1, ts: "2023-11-14T22:13:20.000Z", subsystem: "turn", campaign: "c" });
      expect((await c.events(2, 1)).map((event) => event.seq)).to.deep.equal([3]);
    });

    describe("vectors", () => {
      const remote = { embeddingModel: "remote/model", embeddingDim: 3 };
      const put = (to: CampaignStore, id: string, ...numbers: number[]) =>
        to.write((tx) => tx.putVector(id, "remote/model", new Float32Array(numbers), AT));

      it("find the nearest of their campaign, by cosine", async () => {
        const [c, other] = [await campaign("c", remote), await campaign("other", remote)];
        const [a, b] = [await add(c, "Mira"), await add(c, "Berthe")];
        await put(c, a, 1, 0, 0);
        await put(c, b, 1, 1, 0);
        await put(other, await add(other, "Mira"), 0, 1, 0);
        const hits = await c.nearest(new Float32Array([0, 5, 0]), 5);
        expect(hits.map((hit) => hit.entityId)).to.deep.equal([b, a]);
        expect(hits[0]?.similarity).to.be.closeTo(Math.SQRT1_2, 1e-6);
        expect(await c.nearest(new Float32Array([0, 5, 0]), 5, "LIEU")).to.deep.equal([]);
      });

      it("are awaited by what was marked, until they are there", async () => {
        const c = await campaign("c", remote);
        const [a, b] = [await add(c, "Mira"), await add(c, "Berthe")];
        await c.write(async (tx) => {
          await tx.markForVector(a, true);
          await tx.markForVector(b, true);
        });
        expect(await c.awaitingVectors(10)).to.deep.equal([a, b]);
        await put(c, a, 1, 0, 0);
        expect(await c.awaitingVectors(10)).to.deep.equal([b]);
        for (let i = 0; i < 4; i++) await c.write((tx) => tx.markForVector(a, false));
        expect(await c.awaitingVectors(10)).to.deep.equal([b]);
        await c.write((tx) => tx.markForVector(a, false));
        expect(await c.awaitingVectors(10)).to.deep.equal([a, b]);
      });

      it("are not awaited once given up, until enough has changed", async () => {
        const c = await campaign("c", remote);
        const a = await add(c, "Mira");
        await c.write((tx) => tx.markForVector(a, true));
        await c.write((tx) => tx.giveUpVector(a));
        expect(await c.awaitingVectors(10)).to.deep.equal([]);
        for (let i = 0; i < 4; i++) await c.write((tx) => tx.markForVector(a, false));
        expect(await c.awaitingVectors(10)).to.deep.equal([]);
        await c.write((tx) => tx.markForVector(a, false));
        expect(await c.awaitingVectors(10)).to.deep.equal([a]);
      });
    });
  });
}
