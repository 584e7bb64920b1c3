import { comparisonKey } from "../text.ts";
import { numberOf, numbersOf } from "./numbers.ts";
import { FIRM, LOOSE, PART_MISSPELT, PER_TENFOLD_CANON, STRUCTURE, WORD } from "./thresholds.ts";
import { wordConfidence } from "./word-confidence.ts";
import { ARTICLES, isUnspaced, PARTICLES, stemsOf, TITLES, wordsOf } from "./words.ts";

/** How a mention differs from a name. The last three mean that only a part of one is in the other. */
export type SpellingKind =
  | "exact"
  | "spacing"
  | "article"
  | "numeral"
  | "inflection"
  | "title"
  | "particle"
  | "word-order"
  | "misspelling"
  | "other-title"
  | "nickname"
  | "part-of-name"
  | "longer-name"
  | "part-misspelt"
  | "other-number"
  | "unrelated";

export type DriftGrade = "firm" | "loose" | "none";

export interface SpellingMatch {
  /** 0 to 1; 1 only for equal comparison keys. */
  confidence: number;
  grade: DriftGrade;
  kind: SpellingKind;
}

export interface SpellingOptions {
  /** Names the campaign holds: the more there are, the likelier a stranger looks like one. Default 100. */
  canonSize?: number;
  /** Further honorifics, as comparison keys, beside the built-in French and English ones. */
  titles?: ReadonlySet<string>;
}

/** Kinds where one spelling is a part of the other: the same person perhaps, but no slip of the pen. */
const PARTIAL: ReadonlySet<SpellingKind> = new Set([
  "part-of-name",
  "longer-name",
  "part-misspelt",
  "nickname",
  "other-title",
]);

/** True when the match says "a part of", not "another spelling of". Such a match is never graded firm. */
export function isPartial(kind: SpellingKind): boolean {
  return PARTIAL.has(kind);
}

const NOTHING: SpellingMatch = { confidence: 0, grade: "none", kind: "unrelated" };

function graded(kind: SpellingKind, confidence: number): SpellingMatch {
  const grade = confidence < LOOSE ? "none" : confidence >= FIRM && !isPartial(kind) ? "firm" : "loose";
  return { confidence: Math.min(1, Math.max(0, confidence)), grade, kind };
}

/** What `compareSpelling` needs of one spelling; prepared once, it can be compared with many. */
export interface Spelling {
  key: string;
  words: string[];
  /** The words run together: equal when two spellings differ in spaces, hyphens and apostrophes only. */
  compact: string;
  numbers: string;
  stems: string;
  /** Words without articles, particles and titles; all words when nothing else is left. */
  content: string[];
  title: string;
  unspaced: boolean;
}

export function spellingOf(text: string, titles: ReadonlySet<string> = new Set()): Spelling {
  const key = comparisonKey(text);
  const words = wordsOf(key);
  const isTitle = (word: string) => TITLES.has(word) || titles.has(word);
  let start = 0;
  while (start < words.length - 1 && (isTitle(words[start] ?? "") || ARTICLES.has(words[start] ?? ""))) start++;
  const rest = words.slice(start);
  const content = rest.filter((word) => !PARTICLES.has(word));
  return {
    key,
    words,
    compact: words.join(""),
    numbers: numbersOf(words).join(" "),
    stems: stemsOf(key).join(""),
    content: content.length > 0 ? content : rest,
    title: words.slice(0, start).filter(isTitle).join(" "),
    unspaced: isUnspaced(key),
  };
}

/**
 * How well a mention fits a name, by spelling alone: first by structure (spaces, accents, plural, titles, word order, a part
 * of the name), then by the weighted edit distance of its words. Symmetric but for the two directions of containment.
 */
export function compareSpelling(mention: string, name: string, options: SpellingOptions = {}): SpellingMatch {
  return comparePrepared(spellingOf(mention, options.titles), spellingOf(name, options.titles), options);
}

export function comparePrepared(mention: Spelling, name: Spelling, options: SpellingOptions = {}): SpellingMatch {
  if (mention.key === "" || name.key === "") return NOTHING;
  if (mention.key === name.key) return graded("exact", STRUCTURE.exact);
  if (mention.words.length === 0 || name.words.length === 0) return NOTHING;
  if (mention.numbers !== "" && name.numbers !== "" && mention.numbers !== name.numbers) {
    return { ...NOTHING, kind: "other-number" };
  }
  const structural = structure(mention, name);
  if (structural !== null) return graded(structural, STRUCTURE[structural]);
  // A number on one side only: nothing but a part of the name can explain it.
  if (mention.numbers !== name.numbers) return NOTHING;
  return misspelling(mention, name, options.canonSize ?? 100);
}

type Structural = keyof typeof STRUCTURE;

function structure(mention: Spelling, name: Spelling): Structural | null {
  if (mention.compact === name.compact) return "spacing";
  if (withNumbers(mention) === withNumbers(name)) return "numeral";
  if (mention.stems === name.stems) return "inflection";
  const [a, b] = [mention.content, name.content];
  if (a.join("") === b.join("")) {
    if (mention.title === name.title) {
      return withoutArticle(mention) === withoutArticle(name) ? "article" : "particle";
    }
    return mention.title === "" || name.title === "" ? "title" : "other-title";
  }
  if (mention.title !== "" && name.title !== "" && mention.title !== name.title) return null;
  if (a.length > 1 && a.length === b.length && [...a].sort().join(" ") === [...b].sort().join(" ")) return "word-order";
  return containment(mention, name);
}

function withNumbers(spelling: Spelling): string {
  return spelling.words.map((word) => numberOf(word, spelling.words.length === 1) ?? word).join("");
}

function withoutArticle(spelling: Spelling): string {
  const words = ARTICLES.has(spelling.words[0] ?? "") ? spelling.words.slice(1) : spelling.words;
  return words.join("");
}

function containment(mention: Spelling, name: Spelling): Structural | null {
  if (mention.unspaced || name.unspaced) {
    if ([...mention.compact].length >= 2 && name.compact.includes(mention.compact)) return "part-of-name";
    return [...name.compact].length >= 2 && mention.compact.includes(name.compact) ? "longer-name" : null;
  }
  if (containsAll(name.words, mention.content)) return "part-of-name";
  if (containsAll(mention.words, name.content)) return "longer-name";
  return isNickname(mention, name) || isNickname(name, mention) ? "nickname" : null;
}

/** Every word of the part stands in the whole, and one of them says something: a number or a single letter does not. */
function containsAll(whole: readonly string[], part: readonly string[]): boolean {
  return (
    part.length < whole.length &&
    part.some((word) => word.length >= 3 && numberOf(word, true) === null) &&
    part.every((word) => whole.includes(word))
  );
}

/** One word that is the first part of a name cut at its apostrophe (Vax for Vax'ildan). */
function isNickname(short: Spelling, long: Spelling): boolean {
  return short.key.length >= 3 && long.key.startsWith(`${short.key}'`);
}

function misspelling(mention: Spelling, name: Spelling, canonSize: number): SpellingMatch {
  const penalty = Math.max(0, Math.log10(Math.max(1, canonSize) / 100)) * PER_TENFOLD_CANON;
  const whole = Math.max(alignedConfidence(mention.words, name.words), wordConfidence(mention.compact, name.compact));
  const content =
    alignedConfidence(mention.content, name.content) * (mention.title === name.title ? 1 : STRUCTURE.title);
  const part = onePart(mention, name) * PART_MISSPELT;
  const best = Math.max(whole, content);
  // A word that is exact vouches for the other: strangers share one word by chance, not a word and a likeness.
  const vouched = mention.content.some((word) => word.length >= 3 && name.content.includes(word));
  return part > best ? graded("part-misspelt", part - penalty) : finish(best - (vouched ? penalty / 2 : penalty));
}

function finish(confidence: number): SpellingMatch {
  return confidence < LOOSE ? { ...graded("unrelated", confidence), grade: "none" } : graded("misspelling", confidence);
}

/** Word by word in order: between the worst word and the mean by letters, since every exact word vouches for the other. */
function alignedConfidence(a: readonly string[], b: readonly string[]): number {
  if (a.length !== b.length) return 0;
  let worst = 1;
  let letters = 0;
  let weighted = 0;
  for (const [i, word] of a.entries()) {
    const confidence = wordConfidence(word, b[i] ?? "");
    if (confidence === 0) return 0;
    worst = Math.min(worst, confidence);
    letters += word.length;
    weighted += confidence * word.length;
  }
  return letters === 0 ? 0 : WORD.worst * worst + (1 - WORD.worst) * (weighted / letters);
}

/** The best confidence of a one-word mention with one word of a longer name. */
function onePart(mention: Spelling, name: Spelling): number {
  const [word] = mention.content;
  if (mention.content.length !== 1 || word === undefined || name.content.length < 2 || word.length < 4) return 0;
  let best = 0;
  for (const part of name.content) if (part.length >= 4) best = Math.max(best, wordConfidence(word, part));
  return best;
}
