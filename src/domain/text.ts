/**
 * How names, aliases and mentions are compared. The stored spelling is never changed; these keys stand beside it.
 */

// Letters that no Unicode decomposition takes apart, after lower-casing.
const UNDECOMPOSED: Record<string, string> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ħ: "h",
  ŧ: "t",
  ı: "i",
  ĸ: "k",
  ŋ: "n",
  ς: "σ",
};
const UNDECOMPOSED_CLASS = /[łøđðæœþħŧıĸŋς]/g;
// U+00B4 and the spacing accents decompose to "space + mark" under NFKC, so apostrophes are unified before it; it takes others
// out of ŉ and ″, so they are unified behind it too. The later ones are the half rings of transliterations, the Armenian and
// the Hebrew apostrophe, the Greek oxia, the saltillo.
const APOSTROPHES = /['’‘‛ʼʹʻʽ`´′＇\u02c8\u02be\u02bf\u055a\u05f3\u1ffd\ua78b\ua78c]/g;
const DASHES = /[\p{Pd}\u2212\u00ad\u2043]/gu;
const SOFT_HYPHEN = /\u00ad/g;
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;
// Accents only: vowel signs of Indic scripts and the kana voicing marks distinguish words, so they stay.
const ACCENTS = new RegExp(
  [
    "[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]", // Latin, Greek, Cyrillic and symbols
    "[\\u0483-\\u0487]", // Old Cyrillic
    "[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]", // Hebrew points
    "[\\u0610-\\u061a\\u064b-\\u065f\\u0670]", // Arabic vowels
  ].join("|"),
  "g",
);
const SPACES = /\s+/g;
const ASCII = /^[ -~]*$/;
/** Latin letters of one byte, ASCII and the apostrophe of books: no dash but the hyphen, nothing invisible. */
const LATIN = /^[ -~À-ÿ’]*$/;
const ASCII_PLAIN = /^[a-z0-9]+(?: [a-z0-9]+)*$/;

/**
 * The comparison key of a name: NFKC, full case folding, accents removed (also ł ø đ æ œ ß ı), every apostrophe, dash and
 * white space unified, invisible characters dropped, white space collapsed. Equal keys mean the same spelling.
 */
export function comparisonKey(text: string): string {
  if (ASCII_PLAIN.test(text)) return text;
  // What is printable ASCII needs none of Unicode's tables, which take a millisecond to build.
  if (ASCII.test(text)) return text.replaceAll("`", "'").toLowerCase().replace(SPACES, " ").trim();
  const unified = text.replace(SOFT_HYPHEN, "").replace(APOSTROPHES, "'").normalize("NFKC").replace(APOSTROPHES, "'");
  const visible = LATIN.test(text) ? unified : unified.replace(IGNORABLE, "").replace(DASHES, "-");
  return (
    visible
      // Upper then lower is full case folding for every letter that has one (ß → SS → ss, ﬁ → FI → fi); only the capital ẞ
      // must be lowered before.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      // Accents first: ǣ and ǿ are æ and ø with one.
      .normalize("NFD")
      .replace(ACCENTS, "")
      .replace(UNDECOMPOSED_CLASS, (letter) => UNDECOMPOSED[letter] ?? letter)
      .normalize("NFC")
      .replace(SPACES, " ")
      .trim()
  );
}

/**
 * The second key of a name: without its leading article, or null when it has none or nothing would be left. Takes a
 * comparison key, not a spelling. An article that ends in an apostrophe (`l'`) leans on the next word.
 */
export function keyWithoutArticle(key: string, articles: Iterable<string>): string | null {
  for (const word of articles) {
    const article = comparisonKey(word);
    const opening = article.endsWith("'") ? article : `${article} `;
    const rest = key.startsWith(opening) ? key.slice(opening.length).trimStart() : "";
    if (rest !== "") return rest;
  }
  return null;
}

/** Length in Unicode code points, the unit of every length limit. */
export function codePoints(text: string): number {
  let n = 0;
  for (const _ of text) n++;
  return n;
}

const OPENS_UNSPACED = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;
const ASCII_WORD = /[A-Za-z0-9]+/g;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** The words of a comparison key, split at everything that is neither letter, mark nor digit. */
export function keyWords(key: string): string[] {
  return key.match(ASCII.test(key) ? ASCII_WORD : WORD) ?? [];
}

/**
 * What a narration is searched by: the first two words of a key joined by a space, its only word, or, in scripts without
 * spaces, its first two characters. Equal names have equal heads, so canon is found by index from the words of a text.
 */
export function nameHead(key: string): string {
  if (!ASCII.test(key) && OPENS_UNSPACED.test(key)) return [...key].slice(0, 2).join("");
  return keyWords(key).slice(0, 2).join(" ");
}
