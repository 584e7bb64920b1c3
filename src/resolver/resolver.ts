import type { EntityType } from "../domain/entity.ts";
import type { NameResolution } from "../domain/gate.ts";
import type { Candidate, ResolutionResult } from "../domain/resolution.ts";

/** How near a spelling is. *Firm* may stop a creation; *loose* is only suggested. */
export type Grade = "firm" | "loose" | "none";

/** A candidate by spelling or vector; `grade` says how its spelling compares. */
export interface GradedCandidate extends Candidate {
  grade: Grade;
}

/** Who is meant. Nothing here writes. */
export interface Resolver {
  /** The whole cascade: alias, vector and spelling, judge, the user. Throws PROVIDER_ERROR in a remote space without its service. */
  resolve(mention: { mention: string; type?: EntityType; sceneId?: string }): Promise<ResolutionResult>;
  /** Entities whose name or alias has the mention's key; when an exact spelling exists, only its bearers. */
  byName(mention: string, type?: EntityType): Promise<Candidate[]>;
  /** Entities that resemble the mention, best first, none below the floor. */
  near(mention: string, type?: EntityType): Promise<GradedCandidate[]>;
  /** Each distinct noun of a narration once, without any model. */
  names(nouns: readonly string[], type?: EntityType): Promise<{ names: NameResolution[]; partial: boolean }>;
}
