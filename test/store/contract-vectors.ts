import { expect } from "chai";
import type { CampaignInfo } from "../../src/domain/campaign.ts";
import type { CampaignStore } from "../../src/store/store.ts";
import { AT, add, type Current, newCampaign } from "./records.ts";

/** Vectors of a remote space: the nearest ones, and which are waited for. */
export function vectorContract(current: Current): void {
  const campaign = (id: string, more?: Partial<CampaignInfo>) => newCampaign(current().store, id, more);

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

    it("find an entity of a rare type behind any number of nearer ones of another", async () => {
      const c = await campaign("c", remote);
      for (let n = 0; n < 50; n++) await put(c, await add(c, `Garde ${n}`), 1, n / 1000, 0);
      const forge = await add(c, "Forge", { type: "LIEU" });
      await put(c, forge, 0, 0, 1);
      const hits = await c.nearest(new Float32Array([1, 0, 0]), 5, "LIEU");
      expect(hits.map((hit) => hit.entityId)).to.deep.equal([forge]);
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
}
