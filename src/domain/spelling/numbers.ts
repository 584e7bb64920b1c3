/**
 * The numbers a name carries. Two names whose numbers differ are two things, however alike the rest:
 * "Garde n° 12" and "Garde n° 13", "Louis XIV" and "Louis XV", "First Legion" and "Second Legion".
 */

const ROMAN = /^(x{0,3})(ix|iv|v?i{0,3})(?:e|er|re|eme|ieme|st|nd|rd|th)?$/;
const ROMAN_VALUE: Record<string, number> = { i: 1, v: 5, x: 10 };
const DIGITS = /\p{Nd}+/gu;
const HAN_NUMERAL = /[〇一二三四五六七八九十百千万]+/g;

const WORDS: Record<string, number> = {};
for (const [i, words] of [
  "premier premiere first",
  "second seconde deuxieme two deux",
  "third troisieme three trois",
  "fourth quatrieme four quatre",
  "fifth cinquieme five cinq",
  "sixth sixieme six",
  "seventh septieme seven sept",
  "eighth huitieme eight huit",
  "ninth neuvieme nine neuf",
  "tenth dixieme ten dix",
  "eleventh onzieme eleven onze",
  "twelfth douzieme twelve douze",
  "thirteenth treizieme thirteen treize",
].entries()) {
  for (const word of words.split(" ")) WORDS[word] = i + 1;
}

function roman(word: string): number | null {
  const parts = ROMAN.exec(word);
  const letters = parts ? `${parts[1]}${parts[2]}` : "";
  if (letters === "") return null;
  let sum = 0;
  for (let i = 0; i < letters.length; i++) {
    const value = ROMAN_VALUE[letters[i] ?? ""] ?? 0;
    const next = ROMAN_VALUE[letters[i + 1] ?? ""] ?? 0;
    sum += value < next ? -value : value;
  }
  return sum;
}

/**
 * The number a word stands for, or null. `alone` says that the word is the whole name: then "Vi" or "Xi" is a name, not a
 * roman numeral.
 */
export function numberOf(word: string, alone: boolean): number | null {
  const digits = /^(\d{1,15})(?:e|er|re|eme|ieme|st|nd|rd|th)?$/.exec(word);
  if (digits) return Number(digits[1]);
  if (Object.hasOwn(WORDS, word)) return WORDS[word] ?? null;
  return alone ? null : roman(word);
}

/**
 * All numbers of a name in ascending order, as text: digits and ordinals anywhere, roman numerals in a name of several words,
 * and a single letter that ends the name ("Tower B"), which numbers it too. A roman numeral counts as the first word too:
 * "IV Legion" taken for "VI Legion" would mix up two things, "Vi Karr" not taken for "Vy Karr" only misses a slip.
 */
export function numbersOf(words: readonly string[]): string[] {
  const found: string[] = [];
  for (const word of words) {
    const value = numberOf(word, words.length === 1);
    if (value !== null) found.push(String(value));
    else for (const run of word.match(DIGITS) ?? []) found.push(run.replace(/^0+(?=.)/, ""));
    for (const run of word.match(HAN_NUMERAL) ?? []) found.push(run);
  }
  const last = words.at(-1) ?? "";
  if (words.length > 1 && /^[a-z]$/.test(last) && numberOf(last, false) === null) found.push(last);
  return found.sort();
}
