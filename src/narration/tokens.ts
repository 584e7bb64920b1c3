import { scan } from "./scan.ts";

/**
 * The one token stream every later step reads. Tokens never overlap, come in order, and their offsets are UTF-16 offsets
 * into the text that was given.
 */

/**
 * `word`: letters (a hyphen or apostrophe inside belongs to it); `clitic`: an elided article, a possessive or a pronoun
 * that leans on a word (`l'`, `'s`, `-t-il`); `mark`: punctuation; `soft`: Markdown emphasis, seen by nobody but the
 * joiner; `line` and `paragraph`: line breaks; `skip`: code, links, mentions, dice and whatever else is no prose.
 */
export type TokenKind = "word" | "clitic" | "number" | "mark" | "soft" | "line" | "paragraph" | "skip";

/** How a word is written. `uncased` is a script without capitals. */
export type Shape = "lower" | "capital" | "upper" | "uncased";

export interface Token {
  kind: TokenKind;
  start: number;
  end: number;
  text: string;
  shape: Shape;
  /** A sentence, line, quotation or cell opens here: the capital may come from the position alone. */
  opens: boolean;
  /** Not in running prose (a heading, a line of capitals): capitals here are no evidence at all. */
  display: boolean;
}

const CAPITAL = /^\p{Lu}|^\p{Lt}/u;
const LOWER_LETTER = /\p{Ll}/u;
const UPPER_LETTER = /\p{Lu}/u;
const CASELESS = /^\p{Lo}/u;
const INITIALS = /^\p{Lu}(?:\.\p{Lu})*$/u;
const LINE_ENDS = /\r\n?|\n|\u2028|\u2029/g;
const SOFT = /^(?:\*+|_+|~~|\|\|)$/;

/** The small letters of ASCII and Latin-1. */
function isLatinSmall(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 0xdf && code <= 0xff && code !== 0xf7);
}

function isLatinCapital(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0xde && code !== 0xd7);
}

/** Capital letters with stops between them, without the last stop: "J", "J.R". */
export function isInitials(text: string): boolean {
  const first = text.charCodeAt(0);
  if (isLatinSmall(first)) return false;
  if (isLatinCapital(first) && text[1] !== ".") return text.length === 1;
  return INITIALS.test(text);
}

/** How a piece of text is written. One capital letter alone counts as `capital`. */
function shapeOf(text: string): Shape {
  const first = text.charCodeAt(0);
  if (isLatinSmall(first)) return "lower";
  if ((first < 65 || first > 90) && !isLatinCapital(first)) {
    if (CASELESS.test(text)) return "uncased";
    if (!CAPITAL.test(text)) return "lower";
  }
  if (text.length === 1) return "capital";
  const second = text.charCodeAt(1);
  if (isLatinSmall(second)) return "capital";
  return !LOWER_LETTER.test(text) && UPPER_LETTER.test(text.slice(1)) ? "upper" : "capital";
}

/** Where a word is to be cut: `head` leans on it from the left, `tail` from the right; lengths in UTF-16 units. */
export interface Cuts {
  head: number;
  tail: number;
}

function token(kind: TokenKind, start: number, text: string): Token {
  const shape = kind === "word" || kind === "clitic" ? shapeOf(text) : "lower";
  return { kind, start, end: start + text.length, text, shape, opens: false, display: false };
}

const JOINED = /['’ʼ‘´`\u2010\u2011-]/;

/** No word is longer, in UTF-16 units: what is joined beyond it stays whole, so that no text takes more than linear time. */
const LONGEST_CUT = 400;

function pushWord(out: Token[], start: number, text: string, cut: (word: string) => Cuts): void {
  const { head, tail } = text.length <= LONGEST_CUT && JOINED.test(text) ? cut(text) : { head: 0, tail: 0 };
  if (head > 0) {
    out.push(token("clitic", start, text.slice(0, head)));
    pushWord(out, start + head, text.slice(head), cut);
    return;
  }
  out.push(token("word", start, text.slice(0, text.length - tail)));
  if (tail > 0) out.push(token("clitic", start + text.length - tail, text.slice(text.length - tail)));
}

/**
 * Cuts a text into tokens. `cut` says which elisions and endings a word carries, since that depends on the languages.
 * Sentence openings are not yet marked.
 */
export function tokenize(text: string, cut: (word: string) => Cuts): Token[] {
  const out: Token[] = [];
  scan(text, (kind, start, end) => {
    const piece = text.slice(start, end);
    if (kind === "word") pushWord(out, start, piece, cut);
    else if (kind === "mark") out.push(token(SOFT.test(piece) ? "soft" : "mark", start, piece));
    else if (kind === "break")
      out.push(token((piece.match(LINE_ENDS)?.length ?? 1) > 1 ? "paragraph" : "line", start, piece));
    else if (kind === "uncased") out.push({ ...token("word", start, piece), shape: "uncased" });
    else out.push(token(kind, start, piece));
  });
  return out;
}
