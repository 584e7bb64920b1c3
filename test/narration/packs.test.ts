import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { readLanguageFile } from "../../src/language-file.ts";
import { extractNames } from "../../src/narration/extract.ts";
import { BUILT_IN_LANGUAGES, packOf } from "../../src/narration/packs.ts";
import { wordListOf } from "../../src/narration/word-list.ts";
import type { LanguagePack } from "../../src/plugin.ts";

const ROOT = new URL("../../", import.meta.url);

/** The packs of the first-party plugins, found as the host finds them: by the section of their package. */
function pluginPacks(): LanguagePack[] {
  return readdirSync(new URL("plugins/", ROOT))
    .filter((name) => name.startsWith("stopwords-"))
    .flatMap((name) => {
      const folder = new URL(`plugins/${name}/`, ROOT);
      const { sneq } = JSON.parse(readFileSync(new URL("package.json", folder), "utf8")) as {
        sneq: { languages: Record<string, string> };
      };
      return Object.entries(sneq.languages).map(([language, file]) =>
        readLanguageFile(fileURLToPath(new URL(file, folder)), language),
      );
    });
}

const PACKS = [...BUILT_IN_LANGUAGES.map((language) => packOf(language) as LanguagePack), ...pluginPacks()];
const pack = (language: string): LanguagePack[] => PACKS.filter((one) => one.language === language);
const names = (language: string, text: string): string[] =>
  extractNames(text, { languages: pack(language) }).map(({ noun }) => noun);

describe("a language pack", () => {
  it("is there for six languages", () => {
    expect(PACKS.map(({ language }) => language).sort()).to.deep.equal(["de", "en", "es", "fr", "it", "pt"]);
  });

  for (const one of PACKS)
    it(`of ${one.language} holds folded words only`, () => {
      const lists = Object.values(one).filter((value): value is string[] => Array.isArray(value));
      expect(lists.length).to.be.above(8);
      for (const word of lists.flat()) expect(word).to.equal(word.normalize("NFC").toLowerCase());
    });

  it("knows frequent words, known words and no others", () => {
    const { rank } = wordListOf(pack("fr")[0] as LanguagePack);
    expect(["maison", "incertitude", "murmurèrent", "zorvane", "", "maiso"].map((word) => rank(word))).to.deep.equal([
      2, 1, 1, 0, 0, 0,
    ]);
  });

  it("has each of its frequent words in the file beside it, which alone is asked whether a word is known", () => {
    for (const one of BUILT_IN_LANGUAGES.map((language) => packOf(language) as LanguagePack)) {
      const frequent = one.commonWords ?? [];
      const list = wordListOf(one);
      const ranks = () => new Set(frequent.map((word) => list.rank(word)));
      expect(frequent.length).to.be.above(5000);
      // The first searches read the text, later ones a set of its words.
      expect([ranks(), ranks()]).to.deep.equal([new Set([2]), new Set([2])]);
    }
  });

  it("may be given whole, or with its words in a plain file", () => {
    const file = new URL("fixtures/common-words.txt", import.meta.url).href;
    const own: LanguagePack = { language: "xx", stopWords: ["la"], commonWords: ["domo"], commonWordsFile: file };
    const found = extractNames("Domo brulas. Arbo falas. Zorvane ridas.", { languages: [own] });
    expect(found.map(({ noun }) => noun)).to.deep.equal(["Zorvane"]);
  });

  it("is left aside when the text is in another language of the campaign", () => {
    const both = [...pack("fr"), ...pack("en")];
    const text =
      "Le feu de la forge est bas et la nuit est longue. Mill est là, et il attend avec les autres dans le noir.";
    expect(extractNames(text, { languages: both }).map(({ noun }) => noun)).to.deep.equal(["Mill"]);
  });
});

describe("a text without a pack", () => {
  it("is read by position alone", () => {
    const text = "Ulmu stamar Zorvane. Stam ulmu Kaelen.";
    expect(extractNames(text, { languages: [] }).map(({ noun }) => noun)).to.deep.equal(["Zorvane", "Kaelen"]);
  });
});

describe("German", () => {
  it("tells names from capitalised nouns and their compounds", () => {
    expect(
      names("de", "Die Küchentür ist offen. Zorvane lacht, und der alte Schmied trifft Mira in Rabenmoor."),
    ).to.deep.equal(["Zorvane", "Mira", "Rabenmoor"]);
  });
  it("keeps titles out and particles in", () => {
    expect(names("de", "Der Hauptmann Vorentius und Frau Ysolde von Felsenheim warten.")).to.deep.equal([
      "Vorentius",
      "Ysolde von Felsenheim",
    ]);
  });
});

describe("Spanish", () => {
  it("reads dialogue dashes and joins names over particles", () => {
    expect(names("es", "—Ven, Kaelen —dijo Orso—. El lunes lloverá.")).to.deep.equal(["Kaelen", "Orso"]);
    expect(names("es", "La capitana Vorentius y doña Ysolda de Rocaclara esperan. Silencio.")).to.deep.equal([
      "Vorentius",
      "Ysolda de Rocaclara",
    ]);
  });
});

describe("Italian", () => {
  it("cuts elided articles and joins names over particles", () => {
    expect(names("it", "L'Ordine del Giglio Nero sorveglia la Torre di Giada.")).to.deep.equal([
      "Ordine del Giglio Nero",
      "Torre di Giada",
    ]);
    expect(names("it", "«Vieni, Kaelen!» disse Orso. Lunedì pioverà.")).to.deep.equal(["Kaelen", "Orso"]);
  });
});

describe("Portuguese", () => {
  it("cuts pronouns behind verbs and joins names over particles", () => {
    expect(names("pt", "Zorvane riu-se. Ontem Mira saudou dona Isolda de Rochaclara.")).to.deep.equal([
      "Zorvane",
      "Mira",
      "Isolda de Rochaclara",
    ]);
  });
});
