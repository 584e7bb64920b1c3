import { soundOf } from "./sound.ts";
import { EDIT } from "./thresholds.ts";

// Latin, Cyrillic and Greek, as comparison keys write them.
const VOWELS = new Set([..."aeiouyаеиоуыэюяієαεηιουω"].map(code));
const SILENT = new Set([..."hstx"].map(code));
const ALPHABET = 128;

/** What two Latin letters are to each other, in a table of one byte a pair. */
const SOUND_ALIKE = 1;
const VOICING = 2;
const BOTH_VOWELS = 3;
const RELATION = new Uint8Array(ALPHABET * ALPHABET);
for (const a of "aeiouy") for (const b of "aeiouy") relate(code(a), code(b), BOTH_VOWELS);
for (const pair of "td pb lr mn gk fv".split(" ")) relate(code(pair[0]), code(pair[1]), VOICING);
for (const pair of "iy ck kq cq sz cs fv vw uw gj xs".split(" ")) relate(code(pair[0]), code(pair[1]), SOUND_ALIKE);

function relate(a: number, b: number, relation: number): void {
  RELATION[a * ALPHABET + b] = relation;
  RELATION[b * ALPHABET + a] = relation;
}

function code(letter: string | undefined): number {
  return letter?.codePointAt(0) ?? 0;
}

/** A word taken apart: its letters as code points, and what inserting each would cost. */
interface Letters {
  codes: number[];
  insertion: number[];
}

// One mention is compared with many names: what was taken apart last is kept.
let lastWord = "";
let lastLetters: Letters = { codes: [], insertion: [] };

function lettersOf(word: string): Letters {
  if (word === lastWord) return lastLetters;
  const codes: number[] = [];
  for (const letter of word) codes.push(code(letter));
  return { codes, insertion: codes.map((_, at) => insertionCost(codes, at)) };
}

function keptLettersOf(word: string): Letters {
  lastLetters = lettersOf(word);
  lastWord = word;
  return lastLetters;
}

// Three rows of the table, used by one comparison at a time.
let rows = [new Float64Array(64), new Float64Array(64), new Float64Array(64)] as const;

function insertionCost(codes: readonly number[], at: number): number {
  const letter = codes[at] ?? 0;
  const last = codes.length - 1;
  const vowel = VOWELS.has(letter);
  // Of two equal vowels that end a word either may be the one inserted: René/Renée.
  const ending = vowel && (at === last || (at === last - 1 && letter === codes[last]));
  if (!ending && (letter === codes[at - 1] || letter === codes[at + 1])) return EDIT.double;
  const cost = vowel ? EDIT.insertVowel : SILENT.has(letter) ? EDIT.insertSilent : EDIT.insert;
  return cost * (at === 0 ? EDIT.first : 1) * (ending ? EDIT.ending : 1);
}

function substitutionCost(from: number, to: number, first: boolean, last: boolean): number {
  const latin = from < ALPHABET && to < ALPHABET;
  const relation = latin ? RELATION[from * ALPHABET + to] : VOWELS.has(from) && VOWELS.has(to) ? BOTH_VOWELS : 0;
  if (relation === SOUND_ALIKE) return EDIT.soundAlike;
  const cost = relation === VOICING ? EDIT.voicing : relation === BOTH_VOWELS ? EDIT.vowel : EDIT.substitute;
  return cost * (first ? EDIT.first : 1) * (last && relation === BOTH_VOWELS ? EDIT.ending : 1);
}

/** Weighted Damerau-Levenshtein distance (optimal string alignment); symmetric. Infinity as soon as it must exceed the limit. */
function weighted(left: Letters, right: Letters, limit: number): number {
  const [a, b] = [left.codes, right.codes];
  const width = b.length + 1;
  if (rows[0].length < width) rows = [new Float64Array(width), new Float64Array(width), new Float64Array(width)];
  let [before, row, next] = rows;
  row[0] = 0;
  for (let j = 1; j < width; j++) row[j] = (row[j - 1] ?? 0) + (right.insertion[j - 1] ?? 0);
  let leastBefore = 0;
  for (let i = 0; i < a.length; i++) {
    const from = a[i] ?? 0;
    const drop = left.insertion[i] ?? 0;
    next[0] = (row[0] ?? 0) + drop;
    let least = next[0];
    for (let j = 0; j < b.length; j++) {
      const to = b[j] ?? 0;
      let best = row[j] ?? 0;
      if (from !== to) best += substitutionCost(from, to, i === 0 && j === 0, i === a.length - 1 && j === b.length - 1);
      best = Math.min(best, (row[j + 1] ?? 0) + drop, (next[j] ?? 0) + (right.insertion[j] ?? 0));
      if (i > 0 && j > 0 && from === b[j - 1] && a[i - 1] === to && from !== to) {
        best = Math.min(best, (before[j - 1] ?? 0) + EDIT.swap * (i === 1 && j === 1 ? EDIT.first : 1));
      }
      next[j + 1] = best;
      if (best < least) least = best;
    }
    // A swap reaches back over one row, so both must be past the limit.
    if (least > limit && leastBefore > limit) return Number.POSITIVE_INFINITY;
    leastBefore = least;
    [before, row, next] = [row, next, before];
  }
  return row[b.length] ?? 0;
}

/** The cost, in letters, of taking one word for the other by its letters alone. Infinity when it is more than the limit. */
export function letterDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  return a === b ? 0 : weighted(keptLettersOf(a), lettersOf(b), limit);
}

/** The same by letters or by ear, whichever is cheaper. */
export function wordDistance(a: string, b: string, limit = Number.POSITIVE_INFINITY): number {
  const byLetter = letterDistance(a, b, limit);
  if (byLetter <= EDIT.byEar) return byLetter;
  const [soundA, soundB] = [soundOf(a), soundOf(b)];
  if (soundA === a && soundB === b) return byLetter;
  return Math.min(byLetter, EDIT.byEar + letterDistance(soundA, soundB, limit - EDIT.byEar));
}
