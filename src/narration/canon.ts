import { comparisonKey, keyWords } from "../domain/text.ts";
import type { KnownName } from "../plugin.ts";
import { isCapitalised } from "./evidence.ts";
import { visible } from "./invisible.ts";
import type { Lexicon } from "./lexicon.ts";
import { type Cuts, type Token, tokenize } from "./tokens.ts";

/** A run of tokens, both ends included, that spells a known name; inside a run of uncased script, the offsets within it. */
export interface CanonMatch {
  from: number;
  to: number;
  start: number;
  end: number;
}

interface Entry {
  keys: string[];
  /** Which words of the name have a capital that the narration must have too. */
  capitals: boolean[];
}

/** Known names by their first word. */
export interface CanonIndex {
  byFirst: Map<string, Entry[]>;
  /** Names in scripts without spaces, which may stand inside a longer run. */
  uncased: Set<string>;
  /** Their first two characters. */
  uncasedHeads: Set<string>;
  longestUncased: number;
}

/** A name is looked for at most this many words before a capital ("le Dévoreur", "the old Tower"). */
const REACH = 3;

/** Prepares names for matching. `cut` is the lexicon's, so that names and narration are cut alike. */
export function canonIndex(names: Iterable<Pick<KnownName, "text">>, lexicon: Lexicon): CanonIndex {
  const cut: (word: string) => Cuts = lexicon.cut;
  const byFirst = new Map<string, Entry[]>();
  const uncased = new Set<string>();
  const uncasedHeads = new Set<string>();
  let longestUncased = 0;
  for (const { text } of names) {
    const tokens = withoutArticle(
      tokenize(visible(text).text, cut).filter((t) => t.kind !== "line" && t.kind !== "paragraph"),
      lexicon,
    );
    const first = tokens[0];
    if (first === undefined) continue;
    if (tokens.length === 1 && first.shape === "uncased") {
      uncased.add(comparisonKey(text));
      uncasedHeads.add(comparisonKey(text.slice(0, 2)));
      longestUncased = Math.max(longestUncased, text.length);
      continue;
    }
    const keys = tokens.map((t) => comparisonKey(t.text));
    const capitals = tokens.map((t) => t.shape !== "lower");
    const list = byFirst.get(keys[0] as string);
    if (list === undefined) byFirst.set(keys[0] as string, [{ keys, capitals }]);
    else list.push({ keys, capitals });
  }
  for (const list of byFirst.values()) list.sort((a, b) => b.keys.length - a.keys.length);
  return { byFirst, uncased, uncasedHeads, longestUncased };
}

/** A leading article is no part of the noun: "le Corbeau" and "Le Corbeau" are one name. */
function withoutArticle(tokens: Token[], lexicon: Lexicon): Token[] {
  const first = tokens[0];
  return first !== undefined && tokens.length > 1 && lexicon.isArticle(lexicon.fold(first.text))
    ? tokens.slice(1)
    : tokens;
}

/** One word's key, remembered: a narration repeats its words. */
function keyCache(): (text: string) => string {
  const keys = new Map<string, string>();
  return (text) => {
    let key = keys.get(text);
    if (key === undefined) {
      key = comparisonKey(text);
      keys.set(text, key);
    }
    return key;
  };
}

/** Marks the tokens from which a name may start: a capital comes within reach, or the script has none. */
function* starts(tokens: Token[]): Iterable<number> {
  let capital = Number.POSITIVE_INFINITY;
  const near = new Uint8Array(tokens.length);
  for (let i = tokens.length - 1; i >= 0; i--) {
    const token = tokens[i] as Token;
    if (isCapitalised(token) || token.shape === "uncased" || token.kind === "number") capital = i;
    near[i] = capital - i <= REACH ? 1 : 0;
  }
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens[i]?.kind;
    if (near[i] === 1 && (kind === "word" || kind === "clitic" || kind === "number")) yield i;
  }
}

/** Every place where a known name stands, longest first at each place, never overlapping. */
export function canonMatches(tokens: Token[], index: CanonIndex, lexicon: Lexicon): CanonMatch[] {
  const out: CanonMatch[] = [];
  const key = keyCache();
  let free = 0;
  for (const i of starts(tokens)) {
    if (i < free) continue;
    const token = tokens[i] as Token;
    if (token.shape === "uncased") {
      for (const match of insideRun(token, i, index)) out.push(match);
      continue;
    }
    for (const entry of index.byFirst.get(key(token.text)) ?? []) {
      const to = matchAt(tokens, i, entry, key, lexicon);
      if (to === undefined) continue;
      out.push({ from: i, to, start: token.start, end: (tokens[to] as Token).end });
      free = to + 1;
      break;
    }
  }
  return out;
}

function matchAt(
  tokens: Token[],
  from: number,
  entry: Entry,
  key: (text: string) => string,
  lexicon: Lexicon,
): number | undefined {
  let at = from - 1;
  let named = false;
  for (let k = 0; k < entry.keys.length; k++) {
    at++;
    if (k > 0 && tokens[at]?.kind === "line") at++;
    const token = tokens[at];
    if (token === undefined || key(token.text) !== entry.keys[k]) return undefined;
    const capital = token.shape !== "lower";
    if (entry.capitals[k] && !capital) return undefined;
    // A capital owed to the position alone ("Le vieux") names nobody.
    if (capital && (entry.capitals[k] === true || entry.keys.length === 1 || !isLight(token, lexicon))) named = true;
  }
  return named ? at : undefined;
}

function isLight(token: Token, lexicon: Lexicon): boolean {
  return token.kind === "mark" || token.opens || lexicon.isArticle(lexicon.fold(token.text));
}

function insideRun(token: Token, at: number, index: CanonIndex): CanonMatch[] {
  const out: CanonMatch[] = [];
  const text = token.text;
  for (let i = 0; i < text.length; ) {
    const heads = index.uncasedHeads.has(comparisonKey(text.slice(i, i + 2)));
    let length = heads ? Math.min(index.longestUncased, text.length - i) : 0;
    while (length >= 2 && !index.uncased.has(comparisonKey(text.slice(i, i + length)))) length--;
    if (length < 2) {
      i++;
      continue;
    }
    out.push({ from: at, to: at, start: token.start + i, end: token.start + i + length });
    i += length;
  }
  return out;
}

/** Punctuation and breaks that may stand between the first two words of a name. */
const BETWEEN = 3;

/**
 * The heads under which a store may know names of this narration: see `GateContext.namesStartingWith`. A store asked for all
 * of them answers with every name that can match, and with few that cannot.
 */
export function canonHeads(tokens: Token[]): string[] {
  const heads = new Set<string>();
  const key = keyCache();
  for (const i of starts(tokens)) {
    const token = tokens[i] as Token;
    if (token.shape === "uncased") {
      const characters = [...key(token.text)];
      for (let c = 0; c + 1 < characters.length; c++) heads.add(`${characters[c]}${characters[c + 1]}`);
      continue;
    }
    const [first, second] = keyWords(key(token.text));
    if (first === undefined) continue;
    if (second !== undefined) heads.add(`${first} ${second}`);
    else {
      heads.add(first);
      const next = wordAfter(tokens, i, key);
      if (next !== undefined) heads.add(`${first} ${next}`);
    }
  }
  return [...heads];
}

function wordAfter(tokens: Token[], at: number, key: (text: string) => string): string | undefined {
  for (let i = at + 1; i < tokens.length && i <= at + 1 + BETWEEN; i++) {
    const token = tokens[i] as Token;
    if (token.kind === "paragraph") return undefined;
    if (token.kind === "word" || token.kind === "clitic" || token.kind === "number")
      return keyWords(key(token.text))[0];
  }
  return undefined;
}
