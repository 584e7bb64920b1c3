import { expect } from "chai";
import fc from "fast-check";
import { type ExtractedName, extractNames, read } from "../../src/narration/extract.ts";
import { visible, withoutInvisible } from "../../src/narration/invisible.ts";
import { packOf } from "../../src/narration/packs.ts";
import type { LanguagePack } from "../../src/plugin.ts";

const LANGUAGES = ["fr", "en"]
  .map((language) => packOf(language))
  .filter((pack): pack is LanguagePack => pack !== null);
const CANON = ["Mira", "Fort-Dragon", "le Dévoreur de Mondes", "Tower of Jade", "北京", "N'zul"].map((text) => ({
  text,
}));

const PIECES = [
  "Mira", "Aldwyn", "Éléonore", "Zorvane", "N'zul", "Fort-Dragon", "le Dévoreur de Mondes", "Tower of Jade", "北京城", "Москва",
  "l'", "d'", "Qu'", "'s", "de", "of", "the", "The", "entra", "smiles", "dort", "Hier", "J. R. R.", "M.", "Mr.", "XIV", "MIRA",
  "**", "*", "_", "`", "```", "||", "#", "- ", "— ", "« ", " »", "“", "”", '"', "(", ")", "[", "](https://a.b/C)", "<@12>", ":e:",
  "2d6+3", "12", ".", "!", "…", ",", ";", ":", "\n", "\n\n", "\r\n", "\t", "\u00a0", "\u200b", "\u200d", "\u00ad", "\ufeff", "é", "ß", "🎲", "|", "> ", "<!--",
]; // biome-ignore format: a word list
const piece = fc.constantFrom(...PIECES);
const words = fc.array(
  fc.oneof({ weight: 9, arbitrary: piece }, { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) }),
  {
    maxLength: 60,
  },
);
const narration = fc
  .tuple(words, fc.array(fc.constantFrom("", " ", " "), { minLength: 60, maxLength: 60 }))
  .map(([pieces, gaps]) => pieces.map((text, i) => text + (gaps[i] ?? "")).join(""));

/** Real sentences, for the properties that only hold of prose. */
const SENTENCES = [
  "À l'aube, le campement s'éveille.", "Cassius Vorentius attise le feu.", "« Aldwyn reviendra », murmure Mira.",
  "Hier, Kaelen salua Éléonore de Rocheclaire.", "Le Dévoreur de Mondes dort.", "— Viens, Zorvane !", "Dr. Watson met Elias.",
  "**Thorgal** grimace.", "The Order of the Black Lily waits.", "“Run!” yells Bjorn.", "N'zul et T'Pol parlent.",
]; // biome-ignore format: a word list
const prose = fc
  .array(fc.tuple(fc.constantFrom(...SENTENCES), fc.constantFrom(" ", "\n", "\n\n")), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.flat().join(""));

const extract = (text: string): ExtractedName[] => extractNames(text, { languages: LANGUAGES, canon: CANON });
const nouns = (text: string): string[] =>
  extract(text).map(({ noun, occurrences }) => `${noun.normalize("NFC")} × ${occurrences.length}`);

/** Holds that prose and its variant have the same names, equally often. */
function same(variant: (text: string) => string): void {
  fc.assert(
    fc.property(prose, (text) => {
      expect(nouns(variant(text))).to.deep.equal(nouns(text));
    }),
  );
}

describe("extraction, whatever the text", () => {
  it("gives offsets that slice to the noun, in order, never overlapping", () => {
    fc.assert(
      fc.property(narration, (text) => {
        const places = extract(text).flatMap(({ noun, occurrences }) =>
          occurrences.map((place) => ({ noun, ...place })),
        );
        for (const { noun, start, end } of places)
          expect(withoutInvisible(text.slice(start, end)).replace(/\s+/g, " ")).to.equal(noun);
        places.sort((a, b) => a.start - b.start);
        for (const [i, { end }] of places.entries()) expect(end).to.be.at.most(places[i + 1]?.start ?? text.length);
      }),
      { numRuns: 400 },
    );
  });

  it("cuts a text into tokens that are in order, inside it, and spell what stands there", () => {
    fc.assert(
      fc.property(narration, (text) => {
        let free = 0;
        for (const token of read(text, LANGUAGES).tokens) {
          expect(token.start).to.be.at.least(free);
          expect(visible(text.slice(token.start, token.end)).text).to.equal(visible(token.text).text);
          expect(token.end).to.be.above(token.start);
          free = token.end;
        }
        expect(visible(text.slice(free)).text.trim()).to.equal("");
      }),
      { numRuns: 300 },
    );
  });

  it("does not change with line endings", () => {
    same((text) => text.replaceAll("\n", "\r\n"));
  });

  it("does not change with decomposed letters", () => {
    same((text) => text.normalize("NFD"));
  });

  for (const [what, mark] of Object.entries({
    "zero-width spaces": "\u200b",
    "soft hyphens": "\u00ad",
    joiners: "\u2060",
  }))
    it(`does not change with ${what} inside its words`, () => {
      same((text) => text.replace(/(?<=\p{L})(?=\p{L})/gu, mark));
    });

  it("does not change with white space at the ends of lines", () => {
    same((text) => `${text.replaceAll("\n", "  \t\n")}  `);
  });

  for (const piece of [
    "A-",
    "Zork-",
    "l'",
    "l'D'",
    "A's",
    "Z",
    "va-t-il",
    "北京",
    "Aa ",
    "[",
    "```\n",
    "de ",
    "1a",
    "北1",
    "1A1 ",
  ])
    it(`takes ${JSON.stringify(piece)} two hundred thousand times`, () => {
      const text = piece.repeat(200_000);
      for (const { noun, occurrences } of extract(text))
        for (const { start, end } of occurrences.slice(0, 3))
          expect(text.slice(start, end).replace(/\s+/g, " ")).to.equal(noun);
    });

  it("finds in a text repeated a hundred times the same names a hundred times, from a hundred times the tokens", () => {
    fc.assert(
      fc.property(prose, (text) => {
        const once = `${text}\n\n`;
        const many = once.repeat(100);
        expect(read(many, LANGUAGES).tokens.length).to.be.within(
          read(once, LANGUAGES).tokens.length * 99,
          read(once, LANGUAGES).tokens.length * 100,
        );
        const counts = new Map(extract(many).map(({ noun, occurrences }) => [noun, occurrences.length]));
        for (const { noun, occurrences } of extract(once)) expect(counts.get(noun)).to.equal(occurrences.length * 100);
      }),
      { numRuns: 10 },
    );
  });
});
