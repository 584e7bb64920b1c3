import { expect } from "chai";
import type { CampaignInfo } from "../../src/domain/campaign.ts";
import { newId } from "../../src/domain/ids.ts";
import type { CampaignTransaction } from "../../src/store/store.ts";
import { failure } from "../support/world.ts";
import { AT, add, type Current, fact, info, newCampaign, text } from "./records.ts";

/** Campaigns of one database: made, listed, kept apart, deleted. */
export function campaignContract(current: Current): void {
  const campaign = (id: string, more?: Partial<CampaignInfo>) => newCampaign(current().store, id, more);

  describe("campaigns", () => {
    it("are created once, with what is written beside them", async () => {
      const first = (tx: CampaignTransaction) => tx.appendEvent("campaign.created", { a: 1 }, AT);
      expect(await current().store.createCampaign(info("c"), first)).to.equal(true);
      expect(await current().store.createCampaign(info("c", { name: "other" }), first)).to.equal(false);
      const opened = await current().store.campaign("c");
      expect(opened?.info).to.deep.equal(info("c"));
      expect(await opened?.events(0, 10)).to.have.lengthOf(1);
    });

    it("are not created when what is written beside them fails", async () => {
      const failing = current().store.createCampaign(info("c"), async () => {
        throw new Error("no");
      });
      await failing.then(
        () => expect.fail("it was created"),
        (error: Error) => expect(error.message).to.equal("no"),
      );
      expect(await current().store.campaign("c")).to.equal(null);
    });

    it("are listed the oldest first", async () => {
      for (const id of ["z", "a", "é 'x'"]) await campaign(id);
      expect((await current().store.campaigns()).map(({ id }) => id)).to.deep.equal(["z", "a", "é 'x'"]);
    });

    it("never see each other", async () => {
      const [one, other] = [await campaign("one"), await campaign("other")];
      const mine = await add(one, "Mira", { aliases: ["la messagère"] });
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
      const before = current().rows();
      const gone = await campaign("gone", { embeddingModel: "remote/model", embeddingDim: 4 });
      const a = await add(gone, "Aldric Fervent", { aliases: ["le forgeron"] });
      const b = await add(gone, "Mira");
      await gone.write(async (tx) => {
        await tx.insertFact(fact(a, "ami", { type: "ENTITY_REF", id: b }));
        await tx.openTurn("s", AT);
        await tx.appendEvent("turn.advanced", {}, AT);
        await tx.saveOperation("op", { operation: "o", fingerprint: "f", result: 1 }, AT);
        await tx.putVector(a, "remote/model", new Float32Array([1, 0, 0, 0]), AT);
        await tx.markForVector(b, true);
      });
      expect(current().rows()).to.be.greaterThan(before);
      expect(await current().store.deleteCampaign("gone")).to.equal(true);
      expect(current().rows()).to.equal(before);
      expect(await current().store.campaign("gone")).to.equal(null);
      expect((await failure(gone.write((tx) => tx.openTurn(null, AT)))).code).to.equal("CAMPAIGN_NOT_FOUND");
      expect(await kept.namesBySpelling(["Mirra"], 5)).to.have.nested.property("[0][0].name", "Mira");
    });

    it("made anew under an old id hold nothing of the old one, and are not written through it", async () => {
      const old = await campaign("c");
      await add(old, "Mira");
      await current().store.deleteCampaign("c");
      const fresh = await campaign("c");
      expect(await fresh.countEntities()).to.equal(0);
      expect((await failure(add(old, "Aldric"))).code).to.equal("CAMPAIGN_NOT_FOUND");
      expect(await fresh.countEntities()).to.equal(0);
    });
  });
}
