import { fold } from "../query/words.ts";
import type { IdIndex, Reference } from "./id-index.ts";
import { type Lexicon, type Meaning, phraseOf } from "./lexicon.ts";
import { COUNT_PHRASES, ENTITY_WORDS, REQUEST_VERBS } from "./vocabulary.ts";

export type Token =
  | Exclude<Meaning, { kind: "number" }>
  | { kind: "number"; value: number; references: Reference[] }
  | { kind: "references"; references: Reference[] }
  | { kind: "word"; text: string }
  | { kind: "count" };

/** A piece of an intent before its meaning is known. */
interface Piece {
  text: string;
  /** Folded words: `in-progress` has two. Empty for a quoted phrase, which means itself only. */
  words: string[];
  references: Reference[];
}

const WORD = /[\p{L}\p{N}\p{M}\p{So}_]+(?:[-.'’:@+&][\p{L}\p{N}\p{M}_]+)*/gu;
/** "top-2", "sprint12", "Release-12": two words in one. */
const NUMBERED_WORD = new RegExp(
  `^(?:(?=top-|last-|first-|latest-|(?:${singularNames().join("|")})-?\\d)(\\p{L}+)-?(\\d+))$`,
  "iu",
);
/** From the first character that is no punctuation to the last. */
const INNER = /[\p{L}\p{N}\p{M}\p{So}_](?:.*[\p{L}\p{N}\p{M}\p{So}_])?/su;

/** Splits an intent into tokens with meanings: the longest phrase first, ids before single words. */
export function tokenize(intent: string, lexicon: Lexicon, ids: IdIndex): Token[] {
  const pieces = cut(intent, ids);
  const tokens: Token[] = [];
  for (let at = 0; at < pieces.length; ) {
    const { length, token } = readToken(pieces, at, lexicon, ids);
    tokens.push(token);
    at += length;
  }
  return countTokens(withoutRequest(tokens));
}

function readToken(pieces: Piece[], at: number, lexicon: Lexicon, ids: IdIndex): { length: number; token: Token } {
  const piece = pieces[at] as Piece;
  if (piece.text === ",") return { length: 1, token: { kind: "conjunction", word: "," } };
  if (piece.words.length === 1 && /^\d{1,15}$/.test(piece.text) && pieces.length > 1) {
    return { length: 1, token: { kind: "number", value: Number(piece.text), references: piece.references } };
  }
  const phrase = longestPhrase(pieces, at, lexicon);
  // A word of the grammar is not taken for the id of some record, unless it is all there is.
  if (piece.references.length > 0 && (phrase === undefined || pieces.length === 1)) {
    return { length: 1, token: { kind: "references", references: piece.references } };
  }
  if (phrase !== undefined) return phrase;
  const guessed = piece.words.length > 0 ? ids.guess(piece.text) : undefined;
  if (guessed !== undefined) return { length: 1, token: { kind: "references", references: [guessed] } };
  return { length: 1, token: { kind: "word", text: piece.text } };
}

function longestPhrase(pieces: Piece[], at: number, lexicon: Lexicon): { length: number; token: Token } | undefined {
  let best: { length: number; token: Token } | undefined;
  const words: string[] = [];
  for (let end = at; end < pieces.length; end += 1) {
    const piece = pieces[end] as Piece;
    if (piece.words.length === 0) break;
    words.push(...piece.words);
    if (words.length > lexicon.longest) break;
    const token = meaningOf(words.join(" "), lexicon);
    if (token !== undefined) best = { length: end - at + 1, token };
  }
  return best;
}

function meaningOf(phrase: string, lexicon: Lexicon): Token | undefined {
  // The bare word counts only in some places, which are judged when all tokens are known.
  if (phrase !== "count" && (COUNT_PHRASES as readonly string[]).includes(phrase)) return { kind: "count" };
  const meaning = lexicon.meanings.get(phrase);
  return meaning?.kind === "number" ? { ...meaning, references: [] } : meaning;
}

/** Cuts at white space and punctuation; what is between double quotes stays one piece. */
function cut(intent: string, ids: IdIndex): Piece[] {
  const pieces: Piece[] = [];
  for (const part of intent.normalize("NFC").split(/("[^"]+"|“[^“”]+”|«[^«»]+»)/u)) {
    if (/^["“«]/u.test(part) && part.length > 2) {
      const text = part.slice(1, -1).trim();
      if (text !== "") pieces.push({ text, words: [], references: ids.find(text) });
      continue;
    }
    const chunks = part.split(/\s+/u).filter((chunk) => chunk !== "");
    for (let at = 0; at < chunks.length; ) at += cutChunk(chunks, at, ids, pieces);
  }
  return pieces;
}

/** Cuts the chunk at an index, or several at once where they make up an id with spaces in it. */
function cutChunk(chunks: string[], at: number, ids: IdIndex, pieces: Piece[]): number {
  for (let length = Math.min(ids.longest, chunks.length - at); length >= 1; length -= 1) {
    const whole = chunks.slice(at, at + length).join(" ");
    for (const text of new Set([whole, INNER.exec(whole)?.[0] ?? ""])) {
      const references = text === "" ? [] : ids.find(text);
      if (references.length === 0) continue;
      pieces.push({ text, words: phraseOf(text).split(" "), references });
      if (/[,;]$/.test(whole)) pieces.push(comma());
      return length;
    }
  }
  for (const part of (chunks[at] as string).split(/([,;])/)) {
    if (part === "," || part === ";") pieces.push(comma());
    else for (const [word] of part.matchAll(WORD)) pieces.push(...piecesOf(word, ids));
  }
  return 1;
}

function piecesOf(word: string, ids: IdIndex): Piece[] {
  const plain = word.replaceAll("’", "'");
  const references = ids.find(plain);
  const negated = /^non-(.+)$/i.exec(plain);
  if (references.length === 0 && negated?.[1] !== undefined)
    return [...piecesOf("not", ids), ...piecesOf(negated[1], ids)];
  const numbered = NUMBERED_WORD.exec(plain);
  if (references.length === 0 && numbered?.[1] !== undefined && numbered[2] !== undefined) {
    return [...piecesOf(numbered[1], ids), ...piecesOf(numbered[2], ids)];
  }
  const owner = /^(.+)'s$/i.exec(plain)?.[1];
  const text =
    owner !== undefined && references.length === 0 && !/^(?:what|who|it|that|there)$/i.test(owner) ? owner : plain;
  const words = phraseOf(text)
    .split(" ")
    .filter((each) => each !== "");
  return [{ text, words, references: text === plain ? references : ids.find(text) }];
}

function comma(): Piece {
  return { text: ",", words: [], references: [] };
}

/** "count" asks for a number where it leads ("count bugs") or follows its noun ("bug count"); elsewhere it is a word. */
function countTokens(tokens: Token[]): Token[] {
  return tokens.map((token, index) => {
    if (token.kind !== "word" || fold(token.text) !== "count") return token;
    const leads = tokens.slice(0, index).every((before) => before.kind === "noise");
    return leads || tokens[index - 1]?.kind === "entity" ? { kind: "count" } : token;
  });
}

/** "search for bugs", "display all tasks": a verb that asks is no word of a title. */
function withoutRequest(tokens: Token[]): Token[] {
  const [verb, next] = tokens;
  const asks = verb?.kind === "word" && (REQUEST_VERBS as readonly string[]).includes(fold(verb.text));
  return asks && (next?.kind === "noise" || next?.kind === "preposition") ? tokens.slice(1) : tokens;
}

function singularNames(): string[] {
  return Object.values(ENTITY_WORDS).flatMap(({ singular }) => singular.filter((word) => !word.includes(" ")));
}
