import { expect } from "chai";
import { failure } from "../../src/router/failure.ts";
import { character, type World, world } from "./canon.ts";

const LONG = "un long récit ".repeat(20);
const tooLong = failure("UNSUPPORTED", "the text is too long", { status: 400 });

describe("a text that the embedding service refuses", () => {
  let w: World;
  let refuses: (text: string) => boolean;
  beforeEach(async () => {
    w = await world({ dim: 3 });
    refuses = () => false;
    w.embedder.vector = (text) => {
      if (refuses(text)) throw tooLong;
      return /forgeron|Aldric/i.test(text) ? [1, 0, 0] : /garde|Brune/i.test(text) ? [0, 1, 0] : [0, 0, 1];
    };
  });
  afterEach(() => w.close());

  /** Entities that were created while the service was away, so that they wait for their vectors. */
  const waiting = async (...named: [name: string, description: string][]) => {
    w.embedder.down = failure("NETWORK", "ECONNREFUSED");
    const ids: string[] = [];
    for (const [name, description] of named) ids.push(await character(w.campaign, name, description));
    w.embedder.down = null;
    return ids;
  };
  const found = async (mention: string) => (await w.campaign.lookupEntity({ mention })).match?.entityId;

  it("fails no look-up of anything else, and is embedded by its names", async () => {
    const [aldric, brune] = await waiting(["Aldric Fervent", LONG], ["Brune", "garde"], ["Colas", "berger"]);
    refuses = (text) => text.length > 100;
    expect(await found("la sentinelle garde")).to.equal(brune);
    expect(await found("le vieux forgeron")).to.equal(aldric);
    expect(w.embedder.texts.at(-1), "nothing waits any more").to.deep.equal(["le vieux forgeron"]);
  });

  it("comes back in no further call when its names are refused too", async () => {
    const [, brune] = await waiting(["Aldric Fervent", "forgeron"], ["Brune", "garde"]);
    refuses = (text) => text.startsWith("Aldric");
    expect(await found("la sentinelle garde")).to.equal(brune);
    await found("quelque garde");
    expect(w.embedder.texts.at(-1)).to.deep.equal(["quelque garde"]);
    expect(w.events.some(({ event }) => event === "vectors.refused")).to.equal(true);
  });

  it("is not given up where the service refuses everything", async () => {
    const [aldric] = await waiting(["Aldric Fervent", "forgeron"]);
    refuses = () => true;
    const error = await w.campaign.lookupEntity({ mention: "le vieux forgeron" }).catch((thrown: unknown) => thrown);
    expect(error).to.have.property("code", "PROVIDER_ERROR");
    refuses = () => false;
    expect(await found("le vieux forgeron")).to.equal(aldric);
  });

  it("among very many costs a bounded number of requests in each call, until all is made", async () => {
    const names = "Colas Perrine Ysolde Gontran Hardouin Mahaut Wandrille Odile Thibault Sidonie Foulques Quentin";
    await waiting(...names.split(" ").map((name): [string, string] => [name, LONG]));
    refuses = (text) => text.length > 100;
    const sizes: number[] = [];
    for (let call = 0; call < 6; call++) {
      const before = w.embedder.texts.length;
      await found("quelque garde");
      sizes.push(w.embedder.texts.length - before);
    }
    expect(Math.max(...sizes)).to.be.at.most(14);
    expect(sizes.at(-1)).to.equal(1);
  });
});
