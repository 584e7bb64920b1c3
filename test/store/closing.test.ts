import { setTimeout } from "node:timers/promises";
import { expect } from "chai";
import type { CampaignInfo } from "../../src/domain/campaign.ts";
import { SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import type { CampaignStore } from "../../src/store/store.ts";
import { failure, newWorld, type World } from "../support/world.ts";

const info: CampaignInfo = {
  id: "c",
  name: "c",
  languages: ["fr"],
  embeddingModel: "local",
  embeddingDim: 768,
  createdAt: 1,
};

describe("a SQLite store among calls under way", () => {
  let world: World;
  let store: SqliteStore;

  beforeEach(() => {
    world = newWorld();
    store = new SqliteStore({ path: world.db, articles: () => [] });
  });
  afterEach(() => {
    store.close();
    world.drop();
  });

  /** Something to wait for, and what ends the waiting. */
  function pause() {
    let goOn = () => {};
    const over = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    return { over, goOn };
  }

  it("shows no campaign before its transaction is through", async () => {
    await store.createCampaign({ ...info, id: "first" }, async () => {});
    const { over, goOn } = pause();
    const creating = store.createCampaign(info, async () => {
      await over;
      throw new Error("it comes to nothing");
    });
    await setTimeout(20);
    const seen = Promise.all([store.campaign("c"), store.campaigns()]);
    goOn();
    expect((await creating.catch((error: Error) => error)) as Error).to.have.property("message", "it comes to nothing");
    const [campaign, campaigns] = await seen;
    expect(campaign).to.equal(null);
    expect(campaigns.map(({ id }) => id)).to.deep.equal(["first"]);
  });

  it("answers what is under way when it is closed, and refuses what comes later by name", async () => {
    await store.createCampaign(info, async () => {});
    const campaign = (await store.campaign("c")) as CampaignStore;
    const { over, goOn } = pause();
    const turn = campaign.write(async (transaction) => {
      await over;
      return transaction.openTurn(null, 2);
    });
    await setTimeout(20);
    const behind = failure(campaign.turn());
    store.close();
    goOn();
    expect(await turn).to.equal(1);
    const later = [campaign.turn(), store.campaign("c"), store.campaigns(), store.deleteCampaign("c")];
    for (const refused of [behind, ...later.map(failure)])
      expect(await refused)
        .to.include({ code: "REPOSITORY_ERROR" })
        .and.property("message")
        .includes("was closed");
  });

  it("is closed once", async () => {
    await store.createCampaign(info, async () => {});
    store.close();
    store.close();
    expect((await failure(store.campaigns())).code).to.equal("REPOSITORY_ERROR");
  });
});
