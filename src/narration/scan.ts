/** The lexical grammar: which characters make a word, a break, a mark, and what is no prose at all. */

const LETTERS = "\\p{L}[\\p{L}\\p{M}\\p{N}]*";
const JOINT = "['’ʼ‘´`\\u2010\\u2011-]";

/**
 * Things that are no prose, by the character they begin with. What could be searched for its end from many places is
 * bounded, so that no text takes more than linear time.
 */
const SKIP_FROM_MARK = new RegExp(
  [
    "```[\\s\\S]*?(?:```|$)", // fenced code
    "`[^`\\n]+`",
    "<!--[\\s\\S]{0,500}?-->",
    "<(?:@[!&]?|#|a?:\\w+:|t:)-?\\d+(?::\\w)?>", // Discord mentions, custom emoji, timestamps
    "</?[a-zA-Z][^<>\\n]{0,200}>",
    '(?<=\\])\\([^()\\s]*(?:\\([^()\\s]*\\)[^()\\s]*)*(?: "[^"\\n]*")?\\)', // the target of a Markdown link
    "(?<![\\p{L}\\p{N}])[@#][\\p{L}_][\\p{L}\\p{N}_-]*", // handles, channels, tags
    "(?<![\\p{L}\\p{N}:]):[a-z0-9_+-]{2,64}:(?![\\p{L}\\p{N}:])", // :emoji:
  ].join("|"),
  "uy",
);
const SKIP_FROM_WORD = new RegExp(
  [
    'https?://[^\\s<>"«»]+',
    'www\\.[^\\s<>"«»]+',
    "[\\w.+-]{1,64}@[\\w-]{1,64}\\.[\\w.-]+",
    "[\\p{L}\\p{N}]{1,64}_[\\p{L}\\p{N}_]+", // identifiers
    "\\d*[dD]\\d+(?:\\s?[+\\-−×x*]\\s?\\d+)*(?![\\p{L}\\p{N}])", // dice
  ].join("|"),
  "uy",
);
const NUMBER = /\p{N}+(?:[.,:/]\p{N}+)*(?:\p{L}{1,3}(?!\p{L}))?/uy;
const UNCASED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}ー・]+/uy;
const WORD = new RegExp(`(?:\\p{Lu}\\.(?=\\p{Lu}\\.))+\\p{Lu}(?=\\.)|${LETTERS}(?:${JOINT}${LETTERS})*`, "uy");
const BREAK = /(?:[ \t]*(?:\r\n?|\n|\u2028|\u2029))+[ \t]*/y;
const MARK = /\.{2,}|-{2,}|\|\||\*+|_+|~~|[^\s]/uy;

export type Lexeme = "word" | "uncased" | "number" | "break" | "mark" | "skip";

/** Characters that make a plain word longer than its letters: they send the scanner to the full grammar. */
const EXTENDS = new Set([..."'’ʼ‘´`-_@:.0123456789"].map((c) => c.charCodeAt(0)).concat(0x2010, 0x2011));
const PLAIN_MARKS = new Set([..."',;!?)[]\""].map((c) => c.charCodeAt(0)));
const SKIP_STARTS = new Set([..."`<(@#:"].map((c) => c.charCodeAt(0)));

/** Letters that a table can tell without a regular expression: ASCII and the Latin letters up to U+024F. */
function isPlainLetter(code: number): boolean {
  if (code < 0x80) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7;
}

function isBlank(code: number): boolean {
  return (
    code === 32 ||
    code === 9 ||
    code === 0xa0 ||
    code === 0x202f ||
    code === 0xfeff ||
    (code >= 0x2000 && code <= 0x200d)
  );
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Calls `emit` for each lexeme of the text, in order; blanks between them are passed over. */
export function scan(text: string, emit: (kind: Lexeme, start: number, end: number) => void): void {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) at++;
    else if (isPlainLetter(code)) at = scanWord(text, at, emit);
    else at = scanOther(text, at, code, emit);
  }
}

function scanWord(text: string, start: number, emit: (kind: Lexeme, start: number, end: number) => void): number {
  const end = endOfLetters(text, start + 1);
  if (endsWord(text, end)) {
    emit("word", start, end);
    return end;
  }
  const joined = endOfJoined(text, end);
  if (joined > 0) {
    emit("word", start, joined);
    return joined;
  }
  const skipped = endOf(SKIP_FROM_WORD, text, start);
  if (skipped > end) {
    emit("skip", start, skipped);
    return skipped;
  }
  const whole = Math.max(endOf(WORD, text, start), end);
  emit("word", start, whole);
  return whole;
}

function endOfLetters(text: string, from: number): number {
  let end = from;
  while (end < text.length && isPlainLetter(text.charCodeAt(end))) end++;
  return end;
}

/** Whether what follows plain letters cannot belong to them; a stop or colon with a space behind it cannot. */
function endsWord(text: string, end: number): boolean {
  const next = codeAt(text, end);
  if (next === 0x2e || next === 0x3a) return isSpace(codeAt(text, end + 1));
  return next < 0x250 ? !EXTENDS.has(next) : isBlank(next) || (next >= 0x2012 && next !== 0x2019 && next < 0x2070);
}

/** The end of plain words that hyphens or apostrophes join, or -1 where only the full grammar can tell. */
function endOfJoined(text: string, from: number): number {
  let end = from;
  while (isPlainJoint(codeAt(text, end)) && isPlainLetter(codeAt(text, end + 1))) end = endOfLetters(text, end + 2);
  const next = codeAt(text, end);
  // An address may hold a plus, and the letters and numbers among the signs of Latin-1 go on with a word.
  return end > from && next !== 0x2b && (next < 0x80 || next >= 0x250) && endsWord(text, end) ? end : -1;
}

function isPlainJoint(code: number): boolean {
  return code === 0x27 || code === 0x2d || code === 0x2019;
}

/** Beyond the end of the text there is a space. */
function codeAt(text: string, at: number): number {
  return at < text.length ? text.charCodeAt(at) : 32;
}

/** What no address goes on behind. The blanks of no width are none. */
function isSpace(code: number): boolean {
  return code === 10 || code === 13 || (isBlank(code) && !(code >= 0x200b && code <= 0x200d));
}

/** Whether a mark stands for itself whatever the patterns say, as nearly all marks of a narration do. */
function isPlainMark(text: string, at: number, code: number): boolean {
  if (code === 0x2e || code === 0x3a) return isSpace(codeAt(text, at + 1));
  return code < 0x80 ? PLAIN_MARKS.has(code) : isPlainPunctuation(code);
}

/** Guillemets and general punctuation without its spaces and line ends. */
function isPlainPunctuation(code: number): boolean {
  return code === 0xab || code === 0xbb || (code >= 0x2010 && code <= 0x2027) || (code >= 0x2030 && code <= 0x205e);
}

function scanOther(
  text: string,
  at: number,
  code: number,
  emit: (kind: Lexeme, start: number, end: number) => void,
): number {
  if (isPlainMark(text, at, code)) {
    emit("mark", at, at + 1);
    return at + 1;
  }
  if (SKIP_STARTS.has(code)) {
    const end = endOf(SKIP_FROM_MARK, text, at);
    if (end > 0) {
      emit("skip", at, end);
      return end;
    }
  }
  const asks: [Lexeme, RegExp][] = code < 0x80 ? ASCII_ASKS : ALL_ASKS;
  for (const [kind, pattern] of asks) {
    const end = endOf(pattern, text, at);
    if (end < 0) continue;
    emit(kind, at, end);
    return end;
  }
  return at + 1;
}

const ASCII_ASKS: [Lexeme, RegExp][] = [
  ["break", BREAK],
  ["skip", SKIP_FROM_WORD],
  ["number", NUMBER],
  ["mark", MARK],
];
const ALL_ASKS: [Lexeme, RegExp][] = [
  ["break", BREAK],
  ["number", NUMBER],
  ["uncased", UNCASED],
  ["word", WORD],
  ["mark", MARK],
];
