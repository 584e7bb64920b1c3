import type { EntityType } from "./entity.ts";
import { FLOOR } from "./spelling/thresholds.ts";

export const LAYERS = ["alias", "vector", "judge", "user-prompt", "none"] as const;
export type ResolutionLayer = (typeof LAYERS)[number];

export const NOT_FOUND_REASONS = ["no-match", "below-threshold", "ambiguous"] as const;
export type NotFoundReason = (typeof NOT_FOUND_REASONS)[number];

/** An entity that may be meant. `confidence` is 0 to 1. */
export interface Candidate {
  entityId: string;
  name: string;
  type: EntityType;
  confidence: number;
}

/** Who a mention means: `match`, or candidates and the reason there is none. */
export interface ResolutionResult {
  match: Candidate | null;
  confidence: number;
  candidates: Candidate[];
  layerUsed: ResolutionLayer;
  reasoning?: string;
  notFoundReason?: NotFoundReason;
  /** The stage that could not run, for example `judge` without a key. */
  unavailableReason?: string;
}

/** When a similarity of embeddings is a match (`tauHigh`, ahead by `gapDelta`), a question (`tauLow`) or nothing (`floor`). */
export interface ResolverThresholds {
  tauHigh: number;
  tauLow: number;
  gapDelta: number;
  topK: number;
  floor: number;
}

export const DEFAULT_THRESHOLDS: ResolverThresholds = {
  tauHigh: 0.88,
  tauLow: 0.65,
  gapDelta: 0.05,
  topK: 5,
  floor: FLOOR,
};
export const ALIAS_CONFIDENCE = 0.95;

/** Entities that one answer or one question to a model lists at the most: thousands can share an alias. */
export const MOST_CANDIDATES = 20;

/** Each entity once, with the best of its confidences, best first. */
export function bestOfEach(candidates: Iterable<Candidate>): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const one of candidates)
    if ((best.get(one.entityId)?.confidence ?? -1) < one.confidence) best.set(one.entityId, one);
  return [...best.values()].sort((a, b) => b.confidence - a.confidence);
}
