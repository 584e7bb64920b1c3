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

const SKIP = [
  "```[\\s\\S]*?(?:```|$)", // fenced code
  "`[^`\\n]+`",
  "<!--[\\s\\S]*?-->",
  "<(?:@[!&]?|#|a?:\\w+:|t:)-?\\d+(?::\\w)?>", // Discord mentions, custom emoji, timestamps
  "</?[a-zA-Z][^<>\\n]{0,200}>",
  '\\bhttps?://[^\\s<>"«»]+',
  '\\bwww\\.[^\\s<>"«»]+',
  "[\\p{L}\\p{N}]+_[\\p{L}\\p{N}_]+", // identifiers
  "[\\w.+-]+@[\\w-]+\\.[\\w.-]+",
  '(?<=\\])\\([^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)*(?: "[^"\\n]*")?\\)', // the target of a Markdown link
  "(?<![\\p{L}\\p{N}])[@#][\\p{L}_][\\p{L}\\p{N}_-]*", // handles, channels, tags
  "(?<![\\p{L}\\p{N}:]):[a-z0-9_+-]{2,}:(?![\\p{L}\\p{N}:])", // :emoji:
  "(?<![\\p{L}\\p{N}])\\d*[dD]\\d+(?:\\s?[+\\-−×x*]\\s?\\d+)*(?![\\p{L}\\p{N}])", // dice
].join("|");
const NUMBER = "\\p{N}+(?:[.,:/]\\p{N}+)*(?:\\p{L}{1,3}(?!\\p{L}))?";
const UNCASED = "[\\p{sc=Han}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Thai}ー・]+";
const LETTERS = "\\p{L}[\\p{L}\\p{M}\\p{N}]*";
const WORD = `(?:\\p{Lu}\\.(?=\\p{Lu}\\.))+\\p{Lu}(?=\\.)|${LETTERS}(?:(?:['’ʼ‘´\`\\u2010\\u2011-]|\\u00ad)${LETTERS})*`;
const BREAK = "[ \\t]*(?:\\r\\n?|\\n|\\u2028|\\u2029)(?:[ \\t]*(?:\\r\\n?|\\n|\\u2028|\\u2029))*[ \\t]*";
const MARK = "\\.{2,}|-{2,}|\\|\\||\\*+|_+|~~|[^\\s\\p{L}\\p{N}]";
const TOKEN = new RegExp(
  `(?<skip>${SKIP})|(?<number>${NUMBER})|(?<uncased>${UNCASED})|(?<word>${WORD})|(?<br>${BREAK})|(?<mark>${MARK})`,
  "gu",
);
const CAPITAL = /^\p{Lu}|^\p{Lt}/u;
const LOWER_LETTER = /\p{Ll}/u;
const UPPER_LETTER = /\p{Lu}/u;
const CASELESS = /^\p{Lo}/u;
const LINE_ENDS = /\r\n?|\n|\u2028|\u2029/g;
const SOFT = /^(?:\*+|_+|~~|\|\|)$/;

/** How a piece of text is written. One capital letter alone counts as `capital`. */
export function shapeOf(text: string): Shape {
  if (CASELESS.test(text)) return "uncased";
  if (!CAPITAL.test(text)) return "lower";
  if (text.length > 1 && !LOWER_LETTER.test(text) && UPPER_LETTER.test(text.slice(1))) return "upper";
  return "capital";
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

function pushWord(out: Token[], start: number, text: string, cut: (word: string) => Cuts): void {
  // A plain lower-case word has nothing to cut that a name could hide behind.
  const { head, tail } = text.length > 2 ? cut(text) : { head: 0, tail: 0 };
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
  for (const match of text.matchAll(TOKEN)) {
    const groups = match.groups as Record<string, string | undefined>;
    const [whole] = match;
    if (groups.word !== undefined) pushWord(out, match.index, whole, cut);
    else if (groups.mark !== undefined) out.push(token(SOFT.test(whole) ? "soft" : "mark", match.index, whole));
    else if (groups.br !== undefined) {
      const lines = whole.match(LINE_ENDS)?.length ?? 1;
      out.push(token(lines > 1 ? "paragraph" : "line", match.index, whole));
    } else if (groups.uncased !== undefined) {
      const one = token("word", match.index, whole);
      one.shape = "uncased";
      out.push(one);
    } else out.push(token(groups.number !== undefined ? "number" : "skip", match.index, whole));
  }
  return out;
}
