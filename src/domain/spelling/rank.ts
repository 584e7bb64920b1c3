import { cosine, localEmbedding } from "../local-embedding.ts";
import {
  comparePrepared,
  type DriftGrade,
  isPartial,
  type SpellingKind,
  type SpellingOptions,
  spellingOf,
} from "./compare.ts";
import { AMBIGUOUS_PART, FLOOR } from "./thresholds.ts";

/** One spelling of one entity: its name or an alias. */
export interface SpellingCandidate {
  entityId: string;
  text: string;
}

export interface RankedSpelling<C extends SpellingCandidate = SpellingCandidate> {
  candidate: C;
  entityId: string;
  /** The better of the spelling's confidence and the cosine in the local space, 0 to 1. */
  confidence: number;
  /** The spelling's own confidence, which its grade was taken from. */
  spelling: number;
  grade: DriftGrade;
  kind: SpellingKind;
}

export interface RankOptions extends SpellingOptions {
  /** Confidence below which a neighbour is no candidate. Default 0.35. */
  floor?: number;
}

/**
 * The entities a mention may mean, best first, each with its best spelling. Only a spelling with a grade is a candidate: however
 * full the canon, the nearest stranger is none. Two entities that bear the same part of a name are both kept, with less
 * confidence.
 */
export function rankSpellings<C extends SpellingCandidate>(
  mention: string,
  candidates: Iterable<C>,
  options: RankOptions = {},
): RankedSpelling<C>[] {
  const wanted = spellingOf(mention, options.titles);
  const best = new Map<string, RankedSpelling<C>>();
  for (const candidate of candidates) {
    const { entityId, text } = candidate;
    const match = comparePrepared(wanted, spellingOf(text, options.titles), options);
    const known = best.get(entityId);
    if (match.grade === "none" || (known !== undefined && known.spelling >= match.confidence)) continue;
    best.set(entityId, { candidate, entityId, ...match, spelling: match.confidence });
  }
  const bearers = [...best.values()].filter((one) => one.kind === "part-of-name" || one.kind === "longer-name");
  if (bearers.length > 1) for (const one of bearers) one.spelling *= AMBIGUOUS_PART;
  const vector = best.size === 0 ? undefined : localEmbedding(mention);
  for (const one of best.values()) {
    const near = vector === undefined || isPartial(one.kind) ? 0 : cosine(vector, localEmbedding(one.candidate.text));
    one.confidence = Math.min(1, Math.max(one.spelling, near));
  }
  const floor = options.floor ?? FLOOR;
  return [...best.values()]
    .filter((one) => one.confidence >= floor)
    .sort((a, b) => b.confidence - a.confidence || b.spelling - a.spelling || (a.entityId < b.entityId ? -1 : 1));
}
