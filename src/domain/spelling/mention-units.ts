import { type Fuzziness, fuzzinessOf, inOrder, pairsOf } from "./keys.ts";
import { isUnspaced, PARTICLES, wordsOf } from "./words.ts";

/** Runs of words tried as a whole name; a mention of more words is tried by its words. */
const LONGEST_RUN = 6;

/** One thing a mention is looked up by. */
export interface MentionUnit {
  word: string;
  /** How near words are looked for beside this very one. */
  fuzzy: Fuzziness;
  /** True for several words run together. */
  whole: boolean;
  /** True for two characters of an unspaced script. */
  pair: boolean;
  /** Share of the mention's letters it covers, 0 to 1. */
  share: number;
}

/**
 * What a mention is looked up by: its words, the whole run together (a split name), its words in alphabetical order, and every
 * shorter run of neighbouring words (a name behind a title); in an unspaced script every two characters.
 */
export function mentionUnits(mention: string): MentionUnit[] {
  const words = wordsOf(mention);
  const content = words.filter((word) => !PARTICLES.has(word));
  const parts = content.length > 0 ? content : words;
  const compact = words.join("");
  const units = new Map<string, MentionUnit>();
  const add = (word: string, fuzzy: Fuzziness, whole: boolean, pair = false) => {
    if (word !== "" && !units.has(word)) {
      units.set(word, { word, fuzzy, whole, pair, share: Math.min(1, word.length / Math.max(1, compact.length)) });
    }
  };
  for (const word of parts) add(word, fuzzinessOf(word, false), false);
  if (words.length > 1) {
    add(compact, fuzzinessOf(compact, words.length > 1), true);
    add(parts.join(""), "none", true);
    if (parts.length > 1) add(inOrder(parts), "none", true);
    if (words.length <= LONGEST_RUN) for (const run of runsOf(words)) add(run, "none", true);
  }
  if (isUnspaced(compact)) for (const pair of pairsOf(compact)) add(pair, "none", false, true);
  return [...units.values()];
}

function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 2; to <= words.length; to++) runs.push(words.slice(from, to).join(""));
  }
  return runs;
}
