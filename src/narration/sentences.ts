import type { Lexicon } from "./lexicon.ts";
import { isInitials, type Token } from "./tokens.ts";

const TERMINATOR = /^(?:[!?…。！？‽]|\.{2,})$/;
/** Behind these a capital may be owed to the position: opening quotes, brackets, dialogue dashes, cells, colons. */
const OPENER = /^(?:[«“„‟‘‹—–―|:•·▪►]|-{2,})$/;
/** A picture may end what it stands behind. */
const PICTURE = /^(?:[\u2190-\u21ff\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff]|[\ud83c-\ud83e][\udc00-\udfff])$/;
const TRANSPARENT = /^[»”()[\]{}’›>#]$/;
/** Of the line breaks, this share must run on in lower case before a break counts as mere wrapping. */
const WRAPPED_SHARE = 0.3;

/** Whether line breaks and blank lines of this text are only where a line happened to be full. */
export interface Wrapping {
  lines: boolean;
  paragraphs: boolean;
  /** Whether lines of prose end with the mark that ends a sentence, so that a line without one goes on. */
  punctuated: boolean;
}

function runsOn(tokens: Token[], at: number): boolean {
  const next = tokens[at + 1];
  return next?.kind === "word" && next.shape === "lower" && !endsSentence(tokens[at - 1]);
}

function endsSentence(token: Token | undefined): boolean {
  return token === undefined || (token.kind === "mark" && (token.text === "." || TERMINATOR.test(token.text)));
}

/** The last token of the line before a break, behind closing quotes, brackets and emphasis. */
function lastOfLine(tokens: Token[], at: number): Token | undefined {
  let i = at - 1;
  while (tokens[i]?.kind === "soft" || /^[»”"’')\]]$/.test(tokens[i]?.text ?? "")) i--;
  return tokens[i];
}

/** Looks at every break once and says whether the text was wrapped by hand. */
export function wrapping(tokens: Token[]): Wrapping {
  const seen = { line: 0, paragraph: 0 };
  const on = { line: 0, paragraph: 0 };
  const prose = { lines: 0, ended: 0 };
  let lower = false;
  for (let i = 1; i <= tokens.length; i++) {
    const kind = tokens[i]?.kind;
    lower ||= tokens[i - 1]?.shape === "lower" && tokens[i - 1]?.kind === "word";
    if (i < tokens.length && kind !== "line" && kind !== "paragraph") continue;
    if (lower) prose.lines++;
    if (lower && endsSentence(lastOfLine(tokens, i))) prose.ended++;
    lower = false;
    if (kind !== "line" && kind !== "paragraph") continue;
    seen[kind]++;
    if (runsOn(tokens, i)) on[kind]++;
  }
  return {
    punctuated: prose.ended > 0 && prose.ended * 2 >= prose.lines,
    lines: seen.line > 0 && on.line / seen.line >= WRAPPED_SHARE,
    paragraphs: seen.paragraph > 0 && on.paragraph / seen.paragraph >= WRAPPED_SHARE,
  };
}

/** A full stop that belongs to an abbreviation or an initial ("Mr.", "J. R."), or inside a number or a file name. */
function isAbbreviation(tokens: Token[], at: number, lexicon: Lexicon): boolean {
  const before = tokens[at - 1];
  const stop = tokens[at];
  if (before === undefined || stop === undefined || before.end !== stop.start || before.kind !== "word") return false;
  const after = tokens[at + 1];
  if (after?.kind === "word" && after.start === stop.end) return true;
  if (isInitials(before.text)) {
    // "A", "E", "I" and "Y" are words too: only behind a name or another initial are they initials.
    const ahead = tokens[at - 2];
    return !lexicon.isStop(lexicon.fold(before.text)) || ahead?.shape === "capital" || ahead?.text === ".";
  }
  return lexicon.isAbbreviation(lexicon.fold(before.text));
}

/** Marks every token that opens a sentence, a line, a quotation or a cell. */
export function markOpenings(tokens: Token[], lexicon: Lexicon, wrapped: Wrapping): void {
  let open = true;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    switch (token.kind) {
      case "line":
        if (!wrapped.lines || endsSentence(tokens[i - 1])) open = true;
        break;
      case "paragraph":
        if (!wrapped.paragraphs || endsSentence(tokens[i - 1])) open = true;
        break;
      case "mark":
        if (token.text === ".") open = open || !isAbbreviation(tokens, i, lexicon);
        else if (TERMINATOR.test(token.text) || OPENER.test(token.text)) open = true;
        else if (PICTURE.test(token.text)) open ||= !isLeaning(tokens[i - 1], lexicon);
        else if (token.text === "-" || token.text === "+") open = open || startsLine(tokens, i);
        else if (token.text === '"' || token.text === "'") open ||= opensQuotation(tokens, i);
        else if (!TRANSPARENT.test(token.text)) open = false;
        break;
      case "word":
      case "clitic":
        token.opens = open;
        open = false;
        break;
      case "skip":
        open = false;
        break;
      default:
        break;
    }
  }
}

/** "Le ⚔ Chevalier Noir": an article or particle waits for its word, whatever picture comes between. */
function isLeaning(token: Token | undefined, lexicon: Lexicon): boolean {
  if (token === undefined || (token.kind !== "word" && token.kind !== "clitic")) return false;
  const folded = lexicon.fold(token.text);
  return lexicon.isArticle(folded) || lexicon.isParticle(folded) || lexicon.isDeterminer(folded);
}

/** A straight quotation mark opens where nothing stands before it and a word behind it. */
function opensQuotation(tokens: Token[], at: number): boolean {
  const mark = tokens[at] as Token;
  const before = tokens[at - 1];
  const free =
    before === undefined || before.end !== mark.start || OPENER.test(before.text) || /^[([]$/.test(before.text);
  return free && tokens[at + 1]?.start === mark.end;
}

function startsLine(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before === undefined || before.kind === "line" || before.kind === "paragraph";
}

/** Marks headings, lines in capitals and title-cased lines: in them a capital says nothing about the word. */
export function markDisplayLines(tokens: Token[], lexicon: Lexicon, wrapped: Wrapping): void {
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const kind = tokens[i]?.kind;
    if (i < tokens.length && kind !== "line" && kind !== "paragraph") continue;
    const hard = kind !== "line" || !wrapped.lines;
    if (isDisplayLine(tokens, from, i, lexicon, hard))
      for (let k = from; k < i; k++) (tokens[k] as Token).display = true;
    from = i + 1;
  }
}

function isDisplayLine(tokens: Token[], from: number, to: number, lexicon: Lexicon, hard: boolean): boolean {
  let upper = 0;
  let capital = 0;
  let lower = 0;
  let lowerContent = 0;
  for (let i = from; i < to; i++) {
    const token = tokens[i] as Token;
    if (token.kind !== "word") continue;
    if (token.shape === "upper" || (token.shape === "capital" && token.text.length === 1)) upper++;
    else if (token.shape === "capital") capital++;
    else if (token.shape === "lower") {
      lower++;
      if (token.text.length > 3 && !lexicon.isParticle(lexicon.fold(token.text))) lowerContent++;
    }
  }
  const words = upper + capital + lower;
  if (words === 0) return false;
  if (tokens[from]?.text === "#") return true;
  if (upper >= 2 && upper / words > 0.6) return true;
  const last = tokens[to - 1];
  const terminated = last?.kind === "mark" && /^[.!?…,;:»"”—)]|\.{2,}$/.test(last.text);
  return hard && !terminated && capital >= 3 && lowerContent === 0 && words <= 12;
}
