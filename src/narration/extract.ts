import type { KnownName, LanguagePack } from "../plugin.ts";
import { candidates, type Span } from "./candidates.ts";
import { type CanonIndex, type CanonMatch, canonHeads, canonIndex, canonMatches } from "./canon.ts";
import { type Evidence, gather, isCapitalised } from "./evidence.ts";
import { moveTokens, visible, withoutInvisible } from "./invisible.ts";
import { type Lexicon, lexiconOf } from "./lexicon.ts";
import { markDisplayLines, markOpenings, type Wrapping, wrapping } from "./sentences.ts";
import { type Token, tokenize } from "./tokens.ts";

/** UTF-16 offsets into the narration, end exclusive. */
export interface Place {
  start: number;
  end: number;
}

/** One distinct proper name as it is written (white space collapsed), with every place where it stands, in order. */
export interface ExtractedName {
  noun: string;
  occurrences: Place[];
  /** True when the spelling is one that canon knows. */
  known: boolean;
}

export interface ExtractOptions {
  /** The packs of the campaign; those whose language the text is not in are left aside. */
  languages: LanguagePack[];
  /** Words and phrases of the campaign that are no names. */
  ignore?: readonly string[];
  /** Names that canon knows; see `canonHeadsOf` for which of a large canon can matter. */
  canon?: Iterable<Pick<KnownName, "text">>;
}

/** A narration cut into tokens, with everything that can be known before canon is asked. */
export interface Reading {
  text: string;
  lexicon: Lexicon;
  tokens: Token[];
  wrapped: Wrapping;
}

/** Cuts and marks a narration. */
export function read(text: string, languages: LanguagePack[]): Reading {
  const seen = visible(text);
  const lexicon = lexiconOf(languages, seen.text);
  const tokens = tokenize(seen.text, lexicon.cut);
  if (seen.dropped.length > 0) moveTokens(tokens, seen.dropped);
  const wrapped = wrapping(tokens);
  markOpenings(tokens, lexicon, wrapped);
  markDisplayLines(tokens, lexicon, wrapped);
  return { text, lexicon, tokens, wrapped };
}

/** The heads (see `GateContext.namesStartingWith`) under which canon can hold a name of this narration. */
export function canonHeadsOf({ tokens }: Reading): string[] {
  return canonHeads(tokens);
}

/** The proper names of a narration, in the order in which they first appear. */
export function extractNames(text: string, { languages, ignore = [], canon = [] }: ExtractOptions): ExtractedName[] {
  const reading = read(text, languages);
  return namesOf(reading, canonIndex(canon, reading.lexicon), ignore);
}

/** The second half of `extractNames`, for a caller that reads first and asks canon in between. */
export function namesOf(reading: Reading, canon: CanonIndex, ignore: readonly string[]): ExtractedName[] {
  const { tokens, lexicon, wrapped } = reading;
  const evidence = gather(tokens, lexicon);
  const known = canonMatches(tokens, canon, lexicon);
  const taken = ignoredTokens(reading, known, ignore);
  const spans = candidates({ tokens, lexicon, evidence, wrapped, taken });
  return group(reading.text, withoutRepeatedTitles(reading, merge(reading, evidence, known, spans)));
}

/** Marks the words of the campaign's own list of what is no name, except where canon knows better. */
function ignoredTokens({ tokens, lexicon }: Reading, known: CanonMatch[], ignore: readonly string[]): Uint8Array {
  const taken = new Uint8Array(tokens.length);
  if (ignore.length === 0) return taken;
  const index = canonIndex(
    ignore.map((text) => ({ text })),
    lexicon,
  );
  for (const { from, to } of canonMatches(tokens, index, lexicon)) taken.fill(1, from, to + 1);
  for (const { from, to } of known) taken.fill(0, from, to + 1);
  return taken;
}

interface Found extends Place {
  known: boolean;
}

/** Canon first: a candidate gives way to the canon names in it, unless a further name hangs on to them ("Mira Vorentius"). */
function merge({ tokens, lexicon }: Reading, evidence: Evidence, known: CanonMatch[], spans: Span[]): Found[] {
  const out: Found[] = [];
  const kept = new Set<CanonMatch>(known);
  let k = 0;
  for (const span of spans) {
    while (k < known.length && (known[k] as CanonMatch).to < span.from) k++;
    const inside: CanonMatch[] = [];
    for (let m = k; m < known.length && (known[m] as CanonMatch).from <= span.to; m++)
      inside.push(known[m] as CanonMatch);
    if (inside.length === 0) out.push({ ...placeOf(tokens, span), known: false });
    else if (hangsOn({ tokens, lexicon }, evidence, span, inside)) {
      for (const match of inside) kept.delete(match);
      out.push({ ...placeOf(tokens, span), known: false });
    }
  }
  for (const { start, end } of kept) out.push({ start, end, known: true });
  return out.sort((a, b) => a.start - b.start);
}

function placeOf(tokens: Token[], { from, to }: Span): Place {
  return { start: (tokens[from] as Token).start, end: (tokens[to] as Token).end };
}

/** Whether the span reaches beyond the canon names in it by a word that is a name itself. */
function hangsOn(
  { tokens, lexicon }: Pick<Reading, "tokens" | "lexicon">,
  evidence: Evidence,
  span: Span,
  inside: CanonMatch[],
): boolean {
  if (inside.some(({ from, to }) => from < span.from || to > span.to)) return false;
  for (let i = span.from; i <= span.to; i++) {
    if (inside.some(({ from, to }) => i >= from && i <= to)) continue;
    const epithet =
      i > span.from && tokens[i - 1]?.shape === "lower" && lexicon.isArticle(lexicon.fold(tokens[i - 1]?.text ?? ""));
    if (isCapitalised(tokens[i]) && evidence.grade(i) === "strong" && !epithet) return true;
  }
  return false;
}

/** "Captain Vorentius" is called what the rest of the text calls him, where it knows one Vorentius only. */
function withoutRepeatedTitles({ text, lexicon }: Reading, found: Found[]): Found[] {
  const bare = new Set(found.map(({ start, end }) => nounAt(text, start, end)));
  const titles = new Map<string, Set<string>>();
  const shortened = found.map((place) => {
    const match = place.known ? null : /^(\p{L}+\.?)\s+(?=\p{Lu})/u.exec(text.slice(place.start, place.end));
    const title = lexicon.fold((match?.[1] ?? "").replace(".", ""));
    const start = place.start + (match?.[0].length ?? 0);
    const noun = nounAt(text, start, place.end);
    if (match === null || !lexicon.isTitle(title) || !bare.has(noun)) return { place, start: place.start, noun };
    titles.set(noun, (titles.get(noun) ?? new Set()).add(title));
    return { place, start, noun };
  });
  return shortened.map(({ place, start, noun }) => (titles.get(noun)?.size === 1 ? { ...place, start } : place));
}

function group(text: string, found: Found[]): ExtractedName[] {
  const byNoun = new Map<string, ExtractedName>();
  for (const { start, end, known } of found) {
    const noun = nounAt(text, start, end);
    const name = byNoun.get(noun);
    if (name === undefined) byNoun.set(noun, { noun, occurrences: [{ start, end }], known });
    else name.occurrences.push({ start, end });
  }
  return [...byNoun.values()];
}

function nounAt(text: string, start: number, end: number): string {
  return withoutInvisible(text.slice(start, end)).replace(/\s+/g, " ");
}
