/**
 * How a word sounds to a French or English ear, roughly: spellings that are read alike fold into one form.
 * Only for Latin letters; any other script passes through unchanged.
 */

// Order matters: longer spellings before the shorter ones they contain.
const RULES: [RegExp, string][] = [
  [/^(?:kn|gn)/, "n"],
  [/^wr/, "r"],
  [/^x/, "s"],
  [/sch|sh|ch/g, "1"],
  [/ph/g, "f"],
  [/th/g, "t"],
  [/ck|cqu|qu|q/g, "k"],
  [/gu(?=[eiy])/g, "2"],
  [/g(?=[eiy])|dg(?=e)/g, "j"],
  [/c(?=[eiy])/g, "s"],
  [/[ck]/g, "k"],
  [/2/g, "g"],
  [/z/g, "s"],
  [/h/g, ""],
  [/eau|au/g, "o"],
  [/ou|oo|w/g, "u"],
  [/ee|ie$|ea$|y/g, "i"],
  [/ai|ei|ae|oe/g, "e"],
  [/(.)\1+/g, "$1"],
];

/** The sound form of a word that is already a comparison key. */
export function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let form = word;
  for (const [pattern, to] of RULES) form = form.replace(pattern, to);
  return form === "" ? word : form;
}

// Letter by letter, so that one slip changes one letter of the form: what stands beside it never matters.
const PLAIN: Record<string, string> = { c: "k", q: "k", z: "s", y: "i", w: "u", h: "" };
const CLASSES: Record<string, string> = {
  ...{ b: "p", p: "p", d: "t", t: "t", g: "k", k: "k", j: "j", f: "f", v: "f" },
  ...{ l: "l", r: "l", m: "n", n: "n", s: "s", x: "s" },
};

/** A word with its doubled letters single and letters of one sound made one, each by itself. */
export function plainForm(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let form = "";
  for (const letter of word.replace(/ph/g, "f")) {
    const plain = PLAIN[letter] ?? letter;
    if (plain !== "" && !form.endsWith(plain)) form += plain;
  }
  return form === "" ? word : form;
}

/**
 * The consonant skeleton of a word: its plain form without vowels, consonants that are often mistaken for one another
 * (b/p, d/t, g/k, l/r, m/n, f/v) made one. A word in another script keeps all its letters.
 */
export function skeletonOf(word: string): string {
  if (!/^[a-z]+$/.test(word)) return word;
  let skeleton = "";
  for (const letter of plainForm(word)) {
    const mark = CLASSES[letter] ?? "";
    if (mark !== "" && !skeleton.endsWith(mark)) skeleton += mark;
  }
  return skeleton;
}
