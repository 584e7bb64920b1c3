import { comparisonKey } from "../text.ts";

/** Scripts written without spaces between words: there a name is matched by its substrings, not by its words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}']+/u;
const ELISION = /^(?:l|d|qu)'(?=..)/;
const POSSESSIVE = /'s?$/;

/** Words that join the parts of a name and do not tell one name from another, in the two built-in languages and their neighbours. */
export const PARTICLES: ReadonlySet<string> = new Set(
  "a au aux d da das de del della der des di do dos du el et in l la las le les lo los of the und van von y zu and on sur".split(
    " ",
  ),
);
export const ARTICLES: ReadonlySet<string> = new Set(
  "the a an le la les l un une el los las il lo der die das".split(" "),
);

/** Honorifics that may stand before a name or be left out, as comparison keys. */
export const TITLES: ReadonlySet<string> = new Set(
  (
    "mr mrs ms miss mister mistress madam dr doctor prof professor sir lord lady dame master king queen prince princess duke duchess " +
    "count countess earl baron baroness emperor empress captain capt commander colonel general major sergeant lieutenant admiral saint st " +
    "father mother brother sister uncle aunt reverend bishop abbot judge knight ser " +
    "m mme mlle monsieur madame mademoiselle docteur professeur sire seigneur messire maitre maitresse roi reine duc duchesse " +
    "comte comtesse marquis marquise vicomte vicomtesse baronne empereur imperatrice capitaine commandant sergent amiral sainte " +
    "pere mere frere soeur oncle tante abbe abbesse eveque chevalier dom don dona"
  ).split(" "),
);

export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** The words of a name, from its comparison key: apostrophes inside a word are dropped, elided articles stand alone. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const piece of comparisonKey(text).split(BETWEEN_WORDS)) {
    const elided = ELISION.exec(piece);
    const rest = elided ? piece.slice(elided[0].length) : piece;
    if (elided) words.push(elided[0].slice(0, -1));
    const word = rest.replace(/'/g, "");
    if (word) words.push(word);
  }
  return words;
}

/** A word without its plural or possessive ending, judged on the spelling that still has its apostrophes. */
function stem(piece: string): string {
  const bare = piece.replace(POSSESSIVE, "").replace(/'/g, "");
  return bare.length > 3 && bare.endsWith("s") ? bare.slice(0, -1) : bare;
}

/** The stems of a name's words: equal lists mean the same name in another number or case. */
export function stemsOf(text: string): string[] {
  return comparisonKey(text)
    .split(BETWEEN_WORDS)
    .map((piece) => stem(piece.replace(ELISION, "")))
    .filter((word) => word !== "");
}

/** What stands before an apostrophe inside a word, where it is long enough to be a short form of the name: Vax for Vax'ildan. */
export function openingsOf(text: string): string[] {
  return [...comparisonKey(text).matchAll(/(?<![\p{L}\p{N}\p{M}'])([\p{L}\p{N}\p{M}]{3,})'(?=[\p{L}\p{N}]{2})/gu)].map(
    (found) => found[1] ?? "",
  );
}
