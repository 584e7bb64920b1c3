import { expect } from "chai";
import fc from "fast-check";
import { compareSpelling, isPartial } from "../src/domain/spelling/compare.ts";
import { rankSpellings } from "../src/domain/spelling/rank.ts";
import { comparisonKey } from "../src/domain/text.ts";

const word = fc.stringMatching(/^[a-zà-ü]{1,10}$/);
const name = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));

describe("comparison keys", () => {
  /** Every character of Unicode that has variants, between two letters. */
  const characters = Array.from({ length: 0x110000 }, (_, code) => code)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /(?!\p{sc=Han}|\p{sc=Hang})[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}]/u.test(character))
    .map((character) => `a${character}b`);
  // Spacing accents are apostrophes here, where NFKC makes them a space and a mark.
  const SPACING = new Set(["a´b", "a\u1ffdb"]);

  it("are their own keys, and those of every case and normal form of a character", () => {
    const wrong = characters.filter((text) => {
      const key = comparisonKey(text);
      const forms = [key, text.toLowerCase(), text.toUpperCase(), text.normalize("NFC"), text.normalize("NFD")];
      if (!SPACING.has(text)) forms.push(text.normalize("NFKC"), text.normalize("NFKD"));
      return forms.some((form) => comparisonKey(form) !== key);
    });
    expect(wrong).to.deep.equal([]);
  }).timeout(60_000);

  const equal: [string, string][] = [
    ["Straße", "STRAẞE"],
    ["Straße", "strasse"],
    ["Ǣlfric Ǿrsted", "aelfric orsted"],
    ["ﬁnrod", "FINROD"],
    ["İstanbul", "ıSTANBUL"],
    ["Łódź", "ｌｏｄｚ"],
    ["L’Aïeule", "l\u02bcAIEULE"],
    ["ʿAlī", "'ali"],
    ["Mi\u200bra", "MIRA"],
    ["Jean‑Luc", "jean—luc"],
  ];
  for (const [a, b] of equal)
    it(`are one for ${a} and ${b}`, () => expect(comparisonKey(a)).to.equal(comparisonKey(b)));
});

describe("comparing spellings", () => {
  it("gives full confidence to equal comparison keys and to nothing else", () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(compareSpelling(a, a.toUpperCase()).confidence).to.equal(1);
        expect(compareSpelling(a, b).confidence === 1).to.equal(comparisonKey(a) === comparisonKey(b));
      }),
    );
  });

  it("is symmetric but for which of the two is the part", () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        const there = compareSpelling(a, b);
        const back = compareSpelling(b, a);
        if (isPartial(there.kind) || isPartial(back.kind)) return;
        expect(back.confidence).to.be.closeTo(there.confidence, 1e-9);
        expect(back.grade).to.equal(there.grade);
      }),
    );
  });

  it("stays between 0 and 1 and never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), (a, b) => {
        expect(compareSpelling(a, b).confidence).to.be.within(0, 1);
      }),
    );
  });

  it("never takes names with different numbers for one another", () => {
    fc.assert(
      fc.property(name, fc.nat(9999), fc.nat(9999), (a, m, n) => {
        fc.pre(m !== n);
        expect(compareSpelling(`${a} ${m}`, `${a} ${n}`).grade).to.equal("none");
      }),
    );
  });

  const different: [string, string][] = [
    ["Garde n° 12", "Garde n° 13"],
    ["Louis XIV", "Louis XV"],
    ["Louis XI", "Louis XII"],
    ["Premier Consul", "Second Consul"],
    ["The First Legion", "The Second Legion"],
    ["Garde A", "Garde B"],
    ["R2D2", "R2D3"],
    ["IV Légion", "VI Légion"],
    ["VI Légion", "Vy Légion"],
    ["第一军", "第二军"],
    ["Mira", "Miraak"],
    ["北京城", "南京城"],
    ["Cassius Vorentius", "Alduin"],
    ["Gardien de la Forge", "Gardien de la Tour"],
    ["Li", "Lu"],
    ["", "Mira"],
    ["!!!", "Mira"],
  ];
  for (const [a, b] of different) {
    it(`keeps "${a}" and "${b}" apart`, () => {
      expect(compareSpelling(a, b).grade).to.equal("none");
      expect(compareSpelling(b, a).grade).to.equal("none");
    });
  }

  const firm: [string, string, string][] = [
    ["ÉMILE", "Émile", "exact"],
    ["Jean Luc", "Jean-Luc", "spacing"],
    ["Hel Vétie", "Helvétie", "spacing"],
    ["Voxmachina", "Vox Machina", "spacing"],
    ["Vaxildan", "Vax'ildan", "spacing"],
    ["La Tour de Jade", "Tour de Jade", "article"],
    ["Louis 14", "Louis XIV", "numeral"],
    ["4 Légion", "IV Légion", "numeral"],
    ["Derfel's", "Derfel", "inflection"],
    ["Capitaine Mira", "Mira", "title"],
    ["Council of Tal'Dorei", "Tal'Dorei Council", "word-order"],
    ["Woman Wonder", "Wonder Woman", "word-order"],
    ["Aldwyn", "Alduin", "misspelling"],
    ["Forge de Valmur", "Forge de Valmure", "misspelling"],
    ["Xhorassian", "Xhorhasian", "misspelling"],
    ["Zeck", "Zek", "misspelling"],
  ];
  for (const [mention, canon, kind] of firm) {
    it(`reads "${mention}" as ${kind} of "${canon}"`, () => {
      expect(compareSpelling(mention, canon)).to.include({ grade: "firm", kind });
    });
  }

  const loose: [string, string, string][] = [
    ["Marla", "Marla Jones", "part-of-name"],
    ["Jones", "Marla Jones", "part-of-name"],
    ["北京", "北京城", "part-of-name"],
    ["Thordak the Cinder King", "Thordak", "longer-name"],
    ["王晓明", "王小明", "misspelling"],
    ["Lady Goriot", "Lord Goriot", "other-title"],
    ["Southampten", "Upper Southampton", "part-misspelt"],
  ];
  for (const [mention, canon, kind] of loose) {
    it(`only suggests "${canon}" for "${mention}" (${kind})`, () => {
      expect(compareSpelling(mention, canon)).to.include({ grade: "loose", kind });
    });
  }

  it("asks more of a misspelling when the canon is larger", () => {
    const small = compareSpelling("Vesper", "Vasper", { canonSize: 100 }).confidence;
    expect(compareSpelling("Vesper", "Vasper", { canonSize: 100_000 }).confidence).to.be.below(small);
  });
});

describe("ranking spellings", () => {
  const canon = [
    { entityId: "ent_1", text: "Alduin" },
    { entityId: "ent_1", text: "le Dévoreur" },
    { entityId: "ent_2", text: "Marla Jones" },
    { entityId: "ent_3", text: "Forge de Valmure" },
  ];

  it("names each entity once, by its best spelling", () => {
    const ranked = rankSpellings("Aldwyn", [...canon, { entityId: "ent_1", text: "Aldwin" }]);
    expect(ranked.map((one) => one.entityId)).to.deep.equal(["ent_1"]);
    expect(ranked[0]?.candidate.text).to.equal("Aldwin");
  });

  it("has no candidate for a stranger", () => {
    expect(rankSpellings("Cassius Vorentius", canon)).to.deep.equal([]);
  });

  it("is less sure of a part that two entities bear", () => {
    const alone = rankSpellings("Marla", canon)[0]?.confidence ?? 0;
    const shared = rankSpellings("Marla", [...canon, { entityId: "ent_4", text: "Marla Stone" }]);
    expect(shared.map((one) => one.entityId)).to.deep.equal(["ent_2", "ent_4"]);
    expect(shared[0]?.confidence).to.be.below(alone);
  });

  it("drops what is below the floor", () => {
    expect(rankSpellings("Aldwyn", canon, { floor: 0.99 })).to.deep.equal([]);
  });
});
