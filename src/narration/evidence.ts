import { isCry } from "./cries.ts";
import type { Lexicon } from "./lexicon.ts";
import { isBareSubject } from "./subject.ts";
import { isInitials, type Token } from "./tokens.ts";

/**
 * What the text itself says about its capitalised words. `strong`: a capital that only a name explains; `weak`: a capital
 * that proves nothing by itself but may belong to a longer name; `none`: no name whatever stands around it.
 */
export type Grade = "strong" | "weak" | "none";

export interface Evidence {
  /** The grade of the token at this index. */
  grade(at: number): Grade;
  fold(token: Token): string;
  /** Whether this word also stands with a capital without the one that is before it here. */
  isNamedAlone(at: number): boolean;
  /** Whether these two capitalised words stand side by side on a line, or even inside a sentence. */
  standsBeside(first: Token, second: Token): "inside" | "anywhere" | undefined;
}

const ROMAN = /^(?=[IVXLCDM])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

export function isRomanNumeral(text: string): boolean {
  return ROMAN.test(text);
}

export function isCapitalised(token: Token | undefined): boolean {
  return token !== undefined && token.kind === "word" && (token.shape === "capital" || token.shape === "upper");
}

/** What one reading of the whole stream tells of its words, by their folded form. */
interface Seen {
  /** Words that also stand in lower case. */
  lower: Set<string>;
  /** How often a word has a capital inside a sentence. */
  inside: Map<string, number>;
  /** How often a word opens a sentence with a capital. */
  openings: Map<string, number>;
}

/** Reads the whole stream once: which words also stand in lower case, which carry a capital inside a sentence. */
export function gather(tokens: Token[], lexicon: Lexicon): Evidence {
  const folds = new Map<string, string>();
  const fold = (token: Token): string => {
    let folded = folds.get(token.text);
    if (folded === undefined) {
      folded = lexicon.fold(token.text);
      folds.set(token.text, folded);
    }
    return folded;
  };
  const seen: Seen = { lower: new Set(), inside: new Map(), openings: new Map() };
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "word" || token.display) continue;
    if (token.shape === "lower") seen.lower.add(fold(token));
    else if (token.shape === "capital" && !token.opens) {
      if (!isNominal(tokens, i, rankOf(fold(token), lexicon), lexicon)) count(seen.inside, fold(token));
    } else if (token.shape === "capital") count(seen.openings, fold(token));
  }
  let pairs: ReturnType<typeof pairsOf> | undefined;
  return {
    fold,
    isNamedAlone: (at) => (seen.inside.get(fold(tokens[at] as Token)) ?? 0) > (tokens[at]?.opens ? 0 : 1),
    standsBeside: (first, second) => {
      pairs ??= pairsOf(tokens, fold);
      return pairs.get(`${fold(first)} ${fold(second)}`);
    },
    grade: (at) => gradeOf(tokens, at, fold(tokens[at] as Token), lexicon, seen),
  };
}

function count(of: Map<string, number>, word: string): void {
  of.set(word, (of.get(word) ?? 0) + 1);
}

function pairsOf(tokens: Token[], fold: (token: Token) => string): Map<string, "inside" | "anywhere"> {
  const pairs = new Map<string, "inside" | "anywhere">();
  for (let i = 1; i < tokens.length; i++) {
    const [first, second] = [tokens[i - 1] as Token, tokens[i] as Token];
    if (!isCapitalised(first) || !isCapitalised(second)) continue;
    const pair = `${fold(first)} ${fold(second)}`;
    if (!first.opens && !first.display) pairs.set(pair, "inside");
    else if (!pairs.has(pair)) pairs.set(pair, "anywhere");
  }
  return pairs;
}

function gradeOf(tokens: Token[], at: number, folded: string, lexicon: Lexicon, seen: Seen): Grade {
  const token = tokens[at] as Token;
  if (isInitial(tokens, at)) return "weak";
  if (lexicon.isStop(folded)) return "none";
  const given = lexicon.isGivenName(folded);
  if (lexicon.isNotName(folded)) return given ? "weak" : "none";
  if (token.text.length < 2) return "weak";
  if (isRomanNumeral(token.text) && token.text.length < 6) return "weak";
  if (lexicon.isTitle(folded)) return "weak";
  const rank = rankOf(folded, lexicon);
  const positional = token.opens || token.display;
  if (hasInnerCapital(token.text)) return rank === 0 || !token.display ? "strong" : "weak";
  if (token.shape === "upper") return rank === 0 || seen.inside.has(folded) ? "strong" : "weak";
  if (lexicon.capitalisesNouns && isCompoundPlace(tokens, at, folded, lexicon)) return "strong";
  if (lexicon.capitalisesNouns) return (rank > 0 && !given) || seen.lower.has(folded) ? "weak" : "strong";
  if (seen.lower.has(folded)) return positional || rank > 0 ? "weak" : "strong";
  if (!positional) return isNominal(tokens, at, rank, lexicon) ? "weak" : "strong";
  if (seen.inside.has(folded)) return "strong";
  if (!lexicon.covers(folded)) return "weak";
  if (rank === 0) return isCry(folded) ? "weak" : "strong";
  if (given) return "strong";
  const repeated = rank === 1 && (seen.openings.get(folded) ?? 0) > 1;
  return repeated || isBareSubject(tokens, at, { folded, rank }, lexicon) ? "strong" : "weak";
}

/** The "E." of "Donald E. Keyhoe"; a one-letter word of the language at a sentence's end is none. */
export function isInitial(tokens: Token[], at: number): boolean {
  const token = tokens[at] as Token;
  const dot = tokens[at + 1];
  return isInitials(token.text) && dot?.text === "." && dot.start === token.end;
}

/**
 * "the Mass", "cette Cour": an ordinary word behind a determiner keeps its capital from reverence, not from being a name.
 * Where places take articles (la Loire), an article proves that only of the most frequent words.
 */
function isNominal(tokens: Token[], at: number, rank: number, lexicon: Lexicon): boolean {
  const before = tokens[at - 1];
  if (rank === 0 || before === undefined || (before.kind !== "word" && before.kind !== "clitic")) return false;
  const determiner = lexicon.fold(before.text);
  // "Johnson's Dictionary", but "the Slayer's Take", where owner and thing make the name.
  if (determiner === "'s") return lexicon.rank(lexicon.fold(tokens[at - 2]?.text ?? "")) === 0;
  if (lexicon.isDeterminer(determiner)) return true;
  return lexicon.isArticle(determiner) && (rank === 2 || !lexicon.articlesBeforeNames);
}

/** "in Rabenmoor": a compound of ordinary words that stands bare behind a preposition of place. */
function isCompoundPlace(tokens: Token[], at: number, folded: string, lexicon: Lexicon): boolean {
  const before = tokens[at - 1];
  return before?.kind === "word" && lexicon.isPlacePreposition(lexicon.fold(before.text)) && lexicon.rank(folded) === 0;
}

/** Small Latin letters behind at most one capital. */
const PLAIN_WORD = /^[A-ZÀ-ÖØ-Þ]?[a-zß-öø-ÿ]*$/;

/** "Fort-Dragon", "McGregor": a capital that no position explains. */
function hasInnerCapital(text: string): boolean {
  if (PLAIN_WORD.test(text)) return false;
  const lower = text.search(/\p{Ll}/u);
  return lower >= 0 && /\p{Lu}/u.test(text.slice(lower));
}

/** The rank of a word; a compound of nothing but ordinary words ("Peut-être", "Well-known") is as ordinary as they. */
function rankOf(folded: string, lexicon: Lexicon): number {
  const rank = lexicon.rank(folded);
  if (rank > 0) return rank;
  if (lexicon.capitalisesNouns) return isCompound(folded, lexicon) ? 1 : 0;
  if (!/[-']/.test(folded)) return 0;
  // "K'tar", "Vex'ra": no elision took off what is before the apostrophe; "D'you" leans on a word of every sentence.
  if (/^[^-]+'/.test(folded) && !folded.split("'").some((part) => lexicon.isStop(part))) return 0;
  // One by one: as arguments of one call, the parts of a hostile word would overflow the stack.
  return folded
    .split(/[-']/)
    .reduce((least, part) => Math.min(least, part === "" ? 2 : lexicon.rank(part)), Number.POSITIVE_INFINITY);
}

/** Endings that make a place name of two ordinary words: "Rosenheim", "Falkenstein". */
const PLACE_ENDING =
  /(?:heim|burg|berg|dorf|stadt|furt|hausen|stein|feld|bach|kirchen|ingen|hofen|brück|au|ow|itz|thal|walde?)$/;
const LONGEST_COMPOUND = 48;
const SEAMS = ["", "s", "es", "n", "en", "er", "e", "-", "s-"];

/** A German compound of known words, whatever letter joins them: "Küchenmonteur", "Haltestelle". */
function isCompound(folded: string, lexicon: Lexicon, depth = 0): boolean {
  if (folded.length > LONGEST_COMPOUND) return false;
  if (depth === 0 && PLACE_ENDING.test(folded) && !folded.includes("-")) return false;
  for (let i = folded.length - 3; i >= 3; i--) {
    if (lexicon.rank(folded.slice(i)) === 0) continue;
    const head = folded.slice(0, i);
    for (const seam of SEAMS) {
      if (!head.endsWith(seam)) continue;
      const stem = head.slice(0, head.length - seam.length);
      if (stem.length < 3) continue;
      if (lexicon.rank(stem) > 0 || lexicon.rank(`${stem}e`) > 0) return true;
      if (depth < 2 && stem.length > 6 && isCompound(stem, lexicon, depth + 1)) return true;
    }
  }
  return false;
}
