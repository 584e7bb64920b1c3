/**
 * Builds the language packs from the hand-written sources beside this file and from the word lists of npm:
 *
 *   npm install --prefix scripts/language-data && npx tsx scripts/language-data/build.ts [fr en de es it pt]
 *
 * `<language>.json` is the pack, `<language>.words` the compiled word list it points to. Both are committed.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { LanguagePack } from "../../src/plugin.ts";
import { packWords } from "./word-automaton.ts";
import { givenNamesOf, wordsOf } from "./word-sources.ts";

const BUILT_IN = ["fr", "en"];
const WORD = /^[\p{Ll}\p{M}'-]+$/u;
/** A given name among the most frequent words is nearly always the word ("will", "may", "juste"). */
const NAMES_FROM_RANK = 1000;
/** Of the frequent words, so many stay in the pack itself, where their order can be read. */
const FREQUENT = 6000;
/** Lists made from subtitles in lower case hold given names as words: there a frequent name is still a name. */
const LOWER_CASED = ["es", "it", "pt"];

const fold = (word: string): string => word.replace(/’/g, "'").normalize("NFC").toLowerCase();

async function build(language: string): Promise<void> {
  const root = new URL("../../", import.meta.url);
  const source = new URL(`sources/${language}.json`, import.meta.url);
  const written = JSON.parse(readFileSync(source, "utf8")) as Record<string, string | boolean>;
  const pack: Record<string, unknown> = { language };
  const { wordsBeforeNames, ...lists } = written;
  /** Given names that open a sentence as a word far oftener ("Aube.", "Golden light"). */
  const rarelyNames = new Set(typeof wordsBeforeNames === "string" ? wordsBeforeNames.split(/\s+/) : []);
  for (const [key, value] of Object.entries(lists))
    pack[key] = typeof value === "string" ? value.split(/\s+/).filter(Boolean) : value;
  const stop = new Set(pack.stopWords as string[]);

  const { frequent, known } = await wordsOf(language);
  const ranked = frequent.map(fold).filter((word) => WORD.test(word) && !stop.has(word));
  const words = new Set<string>();
  for (const word of known) if (WORD.test(fold(word))) words.add(fold(word));
  for (const word of ranked) words.add(word);

  const rank = new Map(ranked.map((word, i) => [word, i]));
  const names = await givenNamesOf(language);
  const isName = (word: string): boolean =>
    words.has(word) &&
    !rarelyNames.has(word) &&
    !stop.has(word) &&
    (LOWER_CASED.includes(language) || (rank.get(word) ?? Number.POSITIVE_INFINITY) >= NAMES_FROM_RANK);
  const given = new Set([...((pack.givenNames as string[] | undefined) ?? []), ...[...names].map(fold).filter(isName)]);
  pack.givenNames = [...given].sort();
  const common = ranked.filter((word) => !given.has(word)).slice(0, FREQUENT);
  // As one text the engine's own packs are read in less time than a list takes; packs of plugins keep the public form.
  pack.commonWords = BUILT_IN.includes(language) ? common.join(" ") : common;
  pack.commonWordsFile = `./${language}.words`;

  const folder = new URL(BUILT_IN.includes(language) ? "data/" : `plugins/stopwords-${language}/data/`, root);
  mkdirSync(folder, { recursive: true });
  const packed = packWords(words);
  writeFileSync(
    new URL(`${language}.json`, folder),
    `${JSON.stringify(pack satisfies object as unknown as LanguagePack)}\n`,
  );
  writeFileSync(new URL(`${language}.words`, folder), packed);
  process.stdout.write(`${language}: ${words.size} words in ${packed.length} bytes, ${given.size} given names\n`);
}

const asked = process.argv.slice(2);
for (const language of asked.length > 0 ? asked : [...BUILT_IN, "de", "es", "it", "pt"]) await build(language);
