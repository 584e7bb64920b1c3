import type { MentionUnit } from "./mention-units.ts";

/** Share of the shorter of mention and name that must be covered by like words for the name to be worth comparing. */
const LEAST_COVER = 0.25;

/** A spelling that bears words like those of a mention. */
export interface Bearer {
  spellingId: number;
  /** How many words the spelling has. */
  size: number;
  /** The best likeness, 0 to 1, for each unit of the mention by its number. */
  weights: Map<number, number>;
  /** The word it was found by first. */
  sense: number;
}

export interface Ranked extends Bearer {
  /** Words alike, weighted by likeness, over the words of mention and name; 0 to 1. */
  overlap: number;
  /** The same over the words of the shorter. */
  cover: number;
}

/** Bearers in order of overlap, those on a par in order of their number. */
export function ranked(units: readonly MentionUnit[], bearers: Iterable<Bearer>): Ranked[] {
  return [...bearers]
    .map((bearer) => ({ ...bearer, ...likeness(units, bearer) }))
    .sort((a, b) => b.overlap - a.overlap || a.spellingId - b.spellingId);
}

/** A whole name counts as all of the words it runs together. */
function likeness(units: readonly MentionUnit[], bearer: Bearer): { overlap: number; cover: number } {
  let words = 0;
  let whole = 0;
  let total = 0;
  for (const [i, unit] of units.entries()) {
    const weight = bearer.weights.get(i) ?? 0;
    if (unit.whole) whole = Math.max(whole, weight * unit.share);
    else words += weight;
    if (!unit.whole && !unit.pair) total++;
  }
  const all = Math.max(1, total);
  return {
    overlap: Math.max(whole, (2 * words) / (all + bearer.size)),
    cover: Math.max(whole, words / Math.min(all, bearer.size)),
  };
}

/**
 * The first of a ranking, up to a limit. The names that one word brought up take half of the places at most while others wait: a common
 * word does not crowd out a misspelling of a rare one.
 */
export function shortlist(ranking: readonly Ranked[], limit: number): Ranked[] {
  const places = new Map<number, number>();
  const first: Ranked[] = [];
  const rest: Ranked[] = [];
  for (const one of ranking) {
    if (one.cover < LEAST_COVER) continue;
    const taken = places.get(one.sense) ?? 0;
    places.set(one.sense, taken + 1);
    (taken < limit / 2 ? first : rest).push(one);
  }
  return [...first, ...rest].slice(0, limit).sort((a, b) => b.overlap - a.overlap || a.spellingId - b.spellingId);
}
