import { expect } from "chai";
import fc from "fast-check";
import { LOCAL_EMBEDDING_DIM } from "../src/domain/campaign.ts";
import { cosine, localEmbedding } from "../src/domain/local-embedding.ts";

describe("the local embedding", () => {
  it("is a unit vector of 768 dimensions for any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const vector = localEmbedding(text);
        expect(vector).to.have.length(LOCAL_EMBEDDING_DIM);
        expect(Math.hypot(...vector)).to.be.closeTo(1, 1e-5);
      }),
    );
  });

  it("is the same for the same comparison key, on every run", () => {
    expect(localEmbedding("ÉMILE")).to.deep.equal(localEmbedding("émile"));
    const pinned = localEmbedding("Alduin");
    expect([...pinned].flatMap((x, i) => (x === 0 ? [] : [i])).slice(0, 4)).to.deep.equal([1, 46, 61, 79]);
  });

  it("puts near spellings above the floor of 0.35 and unrelated names below", () => {
    const near: [string, string][] = [
      ["Aldwyn", "Alduin"],
      ["Forge de Valmur", "Forge de Valmure"],
      ["Maelis", "Maëlys"],
      ["Vesselheim", "Vasselheim"],
    ];
    for (const [a, b] of near) expect(cosine(localEmbedding(a), localEmbedding(b)), `${a}/${b}`).to.be.above(0.35);
    const far: [string, string][] = [
      ["Cassius Vorentius", "Alduin"],
      ["Mira", "Thordak"],
      ["Forge", "Valmure"],
      ["北京", "上海"],
    ];
    for (const [a, b] of far) expect(cosine(localEmbedding(a), localEmbedding(b)), `${a}/${b}`).to.be.below(0.2);
  });
});
