import { soundOf } from "./sound.ts";
import { EDIT } from "./thresholds.ts";

const VOWELS = new Set("aeiouy");
const SILENT = new Set("hstx");

function pairs(list: string): Set<string> {
  const set = new Set<string>();
  for (const pair of list.split(" ")) {
    set.add(pair);
    set.add(`${pair[1]}${pair[0]}`);
  }
  return set;
}
const SOUND_ALIKE = pairs("iy ck kq cq sz cs fv vw uw gj xs");
const VOICING = pairs("td pb lr mn gk fv");

function insertion(word: string[], at: number): number {
  const letter = word[at] ?? "";
  const double = letter === word[at - 1] || letter === word[at + 1];
  const last = word.length - 1;
  // Of two equal vowels that end a word either may be the one inserted: René/Renée.
  const ending = VOWELS.has(letter) && (at === last || (at === last - 1 && letter === word[last]));
  if (double && !ending) return EDIT.double;
  let cost: number = VOWELS.has(letter) ? EDIT.insertVowel : SILENT.has(letter) ? EDIT.insertSilent : EDIT.insert;
  if (at === 0) cost *= EDIT.first;
  if (ending) cost *= EDIT.ending;
  return cost;
}

function substitution(a: string[], i: number, b: string[], j: number): number {
  const from = a[i] ?? "";
  const to = b[j] ?? "";
  if (from === to) return 0;
  const pair = from + to;
  if (SOUND_ALIKE.has(pair)) return EDIT.soundAlike;
  let cost: number = EDIT.substitute;
  if (VOICING.has(pair)) cost = EDIT.voicing;
  else if (VOWELS.has(from) && VOWELS.has(to)) cost = EDIT.vowel;
  if (i === 0 && j === 0) cost *= EDIT.first;
  if (cost === EDIT.vowel && i === a.length - 1 && j === b.length - 1) cost *= EDIT.ending;
  return cost;
}

/** Weighted Damerau-Levenshtein distance (optimal string alignment); symmetric. */
function weighted(left: string, right: string): number {
  const a = [...left];
  const b = [...right];
  let before: number[] = [];
  let row: number[] = [0];
  for (let j = 0; j < b.length; j++) row.push((row[j] ?? 0) + insertion(b, j));
  for (let i = 0; i < a.length; i++) {
    const drop = insertion(a, i);
    const next: number[] = [(row[0] ?? 0) + drop];
    for (let j = 0; j < b.length; j++) {
      let best = Math.min(
        (row[j] ?? 0) + substitution(a, i, b, j),
        (row[j + 1] ?? 0) + drop,
        (next[j] ?? 0) + insertion(b, j),
      );
      if (i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j] && a[i] !== b[j]) {
        const first = i === 1 && j === 1 ? EDIT.first : 1;
        best = Math.min(best, (before[j - 1] ?? 0) + EDIT.swap * first);
      }
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The cost, in letters, of taking one word for the other: by its letters or by ear, whichever is cheaper. */
export function wordDistance(a: string, b: string): number {
  if (a === b) return 0;
  const byLetter = weighted(a, b);
  const [soundA, soundB] = [soundOf(a), soundOf(b)];
  if (soundA === a && soundB === b) return byLetter;
  return Math.min(byLetter, EDIT.byEar + weighted(soundA, soundB));
}
