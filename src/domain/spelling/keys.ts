import { plainForm, skeletonOf } from "./sound.ts";
import { isUnspaced, openingsOf, PARTICLES, wordsOf } from "./words.ts";

/** Letters of a word that take part in its fuzzy keys; what follows rarely decides. */
const FUZZY_LETTERS = 14;
/** Words of a name, and pairs of characters of an unspaced one, that are indexed. */
const MAX_WORDS = 12;
/** A skeleton is shortened no further than this: two consonants are shared by half the canon. */
const SHORTEST_SKELETON = 3;
/** Up to here a mention is tried short of two letters as well: such a word has too few consonants to be found by. */
const SHORT_WORD = 6;
/** What sharing a letter key weighs; anything less is shared by chance. */
export const LETTER_KEY = 6;
/** Letters of a word's beginning that short forms and new endings keep. */
const PREFIX = 4;
/** From here on a skeleton alone tells names apart. */
const LONG_SKELETON = 5;

export type Fuzziness = "letters" | "consonants" | "none";

/** One thing a name is found by. */
export interface IndexWord {
  word: string;
  /** How many words the name has when this is one of them; 1 when it is the whole name run together. */
  size: number;
  /** Whether misspellings of it are looked for: letter by letter, by consonants only (a long name run together), or not. */
  fuzzy: Fuzziness;
}

/**
 * What a name is found by: each word, the name run together (found by joined and split spellings) and its words in alphabetical
 * order (found by any order). A name in an unspaced script is found by its whole and by every two characters.
 */
export function indexWords(text: string): IndexWord[] {
  const words = wordsOf(text);
  const content = words.filter((word) => !PARTICLES.has(word));
  const parts = content.length > 0 ? content : words;
  const compact = words.join("");
  const found = new Map<string, IndexWord>();
  const add = (entry: IndexWord) => {
    if (entry.word !== "" && !found.has(entry.word)) found.set(entry.word, entry);
  };
  add({ word: compact, size: 1, fuzzy: fuzzinessOf(compact, parts.length > 1) });
  if (parts.length > 1) {
    add({ word: parts.join(""), size: 1, fuzzy: "none" });
    add({ word: inOrder(parts), size: 1, fuzzy: "none" });
  }
  for (const word of parts.slice(0, MAX_WORDS)) add({ word, size: parts.length, fuzzy: fuzzinessOf(word, false) });
  for (const word of openingsOf(text)) add({ word, size: parts.length + 1, fuzzy: "none" });
  if (isUnspaced(compact)) {
    for (const pair of pairsOf(compact)) add({ word: pair, size: Math.max(2, compact.length - 1), fuzzy: "none" });
  }
  return [...found.values()];
}

/** A number has no misspelling: names that differ in one are different. A long name run together is found by its consonants. */
export function fuzzinessOf(word: string, runTogether: boolean): Fuzziness {
  if (/\p{N}/u.test(word)) return "none";
  return runTogether && skeletonOf(word).length >= LONG_SKELETON ? "consonants" : "letters";
}

/** The words of a name whatever their order; the space keeps it apart from words run together. */
export function inOrder(words: readonly string[]): string {
  return [...words].sort().join(" ");
}

/** Every two neighbouring characters of a text, each once. */
export function pairsOf(text: string): string[] {
  const letters = [...text];
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < letters.length && pairs.size < 2 * MAX_WORDS; i++)
    pairs.add(`${letters[i]}${letters[i + 1]}`);
  return [...pairs];
}

/** The form short of each one letter; letters that meet by it and are equal become one, as in the form itself. */
function shortened(form: string): string[] {
  const letters = [...form];
  return letters.map((_, i) => {
    const meet = letters[i - 1] !== undefined && letters[i - 1] === letters[i + 1];
    return [...letters.slice(0, i), ...letters.slice(meet ? i + 2 : i + 1)].join("");
  });
}

/** A key that near words share, and how much sharing it says: a letter form more than a skeleton. */
export interface FuzzyKey {
  key: string;
  weight: number;
}

/**
 * The keys that are stored for a word, under which its misspellings meet it: its plain form and that form short of any one letter;
 * its consonant skeleton and, when it is long enough, that short of any one consonant, both with the length of the plain form,
 * since few consonants are shared by many words. Two words one slip apart share a key of the first sort, most words two slips
 * apart one of the second; a short form or another ending shares the beginning. A dozen keys for a word of six letters.
 */
export function fuzzyKeys(word: string, fuzziness: Fuzziness): string[] {
  const { letters, skeletons, prefixes, length } = forms(word, fuzziness);
  return [...letters, ...skeletons.map((key) => `${length}+${key}`), ...prefixes];
}

/** The keys that a mention's word asks for: the same, with every length that two slips can make. */
export function fuzzyProbes(word: string, fuzziness: Fuzziness): FuzzyKey[] {
  const { letters, skeletons, prefixes, length } = forms(word, fuzziness);
  const probes = letters.map((key, i) => ({ key, weight: i === 0 ? LETTER_KEY + 1 : LETTER_KEY }));
  if (fuzziness === "letters" && length <= SHORT_WORD) {
    for (const key of new Set(letters.slice(1).flatMap(shortened))) probes.push({ key, weight: LETTER_KEY - 1 });
  }
  for (const key of prefixes) probes.push({ key, weight: 2 });
  for (const [i, skeleton] of skeletons.entries()) {
    for (let other = Math.max(1, length - 2); other <= length + 2; other++) {
      probes.push({ key: `${other}+${skeleton}`, weight: i === 0 ? 2 : 1 });
    }
  }
  return probes;
}

interface Forms {
  letters: string[];
  skeletons: string[];
  prefixes: string[];
  length: number;
}

function forms(word: string, fuzziness: Fuzziness): Forms {
  const form = [...plainForm(word)];
  const start = form.slice(0, FUZZY_LETTERS).join("");
  const skeleton = skeletonOf(word).slice(0, FUZZY_LETTERS);
  const letters = fuzziness === "letters" ? new Set([start, ...(form.length > 2 ? shortened(start) : [])]) : [];
  const prefixes = fuzziness === "letters" && form.length >= PREFIX ? [`${form.slice(0, PREFIX).join("")}*`] : [];
  const skeletons = new Set<string>();
  if (fuzziness !== "none" && skeleton !== word && skeleton.length >= SHORTEST_SKELETON) {
    skeletons.add(skeleton);
    if (skeleton.length > SHORTEST_SKELETON) for (const key of shortened(skeleton)) skeletons.add(key);
  }
  return { letters: [...letters], skeletons: [...skeletons], prefixes, length: form.length };
}

/** A 48-bit hash of a key: small enough to be exact in a double, large enough to tell a million words apart. */
export function keyHash(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b & 0x7fff) * 0x100000000 + (a >>> 0);
}
