import { expect } from "chai";
import * as fc from "fast-check";
import stringWidth from "string-width";
import { table, wrap } from "../../src/cli/human/layout.ts";

describe("Pages for a person", () => {
  it("wrap text inside the width without losing a word", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zé北京]{1,12}$/)),
        fc.integer({ min: 24, max: 120 }),
        (words, width) => {
          const lines = wrap(words.join(" "), width);
          for (const line of lines) expect(stringWidth(line)).to.be.at.most(width);
          expect(lines.join(" ").trim().split(" ")).to.deep.equal(words.length > 0 ? words : [""]);
        },
      ),
    );
  });

  it("keep the margin of a text, and cut what has no space to break at", () => {
    expect(wrap("    one two three", 10)).to.deep.equal(["    one", "    two", "    three"]);
    expect(wrap("北京北京北京", 8)).to.deep.equal(["北京北京", "北京"]);
  });

  it("align columns by what the eye sees, and let the last cell of a short row run on", () => {
    const cells = (...texts: string[]) => texts.map((text) => ({ text }));
    expect(table([cells("名", "b"), cells("abc", "d"), cells("a long heading")], 40)).to.deep.equal([
      "名   b",
      "abc  d",
      "a long heading",
    ]);
  });

  it("take room from the widest column first", () => {
    const row = [{ text: "name" }, { text: "word ".repeat(20).trim() }, { text: "id" }];
    const lines = table([row], 40);
    expect(lines.length).to.be.greaterThan(1);
    expect(lines[0]).to.match(/^name {2}word .*word {2,}id$/);
    for (const line of lines) expect(line.length).to.be.at.most(40);
  });
});
