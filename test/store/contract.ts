import { expect } from "chai";
import type { Store } from "../../src/store/store.ts";
import { campaignContract } from "./contract-campaigns.ts";
import { vectorContract } from "./contract-vectors.ts";
import { AT, add, alias, entity, fact, newCampaign, text } from "./records.ts";

/** What a store adapter must offer to be held to the contract. */
export interface StoreUnderTest {
  /** A store on one and the same database; each call is another client of it. */
  open(): Store;
  /** How many rows anywhere in the database belong to some campaign. */
  rows(): number;
  /** Closes what was opened and removes the database. */
  drop(): void;
}

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

    const campaign = (id: string) => newCampaign(store, id);

    describe("that was never written", () => {
      it("holds no campaign, to read or to delete", async () => {
        expect(await store.campaigns()).to.deep.equal([]);
        expect(await store.campaign("c")).to.equal(null);
        expect(await store.campaign("c", "writes")).to.equal(null);
        expect(await store.deleteCampaign("c")).to.equal(false);
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
        const a = await add(c, "Mira", { aliases: ["la messagère"] });
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
      const a = await add(c, "La Forge", { aliases: ["l'atelier"] });
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

    campaignContract(() => ({ store, rows: () => under.rows() }));
    vectorContract(() => ({ store, rows: () => under.rows() }));
  });
}
