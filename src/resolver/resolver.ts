import type { EntityType } from "../domain/entity.ts";
import type { NameResolution } from "../domain/gate.ts";
import type { Candidate, ResolutionResult } from "../domain/resolution.ts";
import type { Scene } from "../domain/scene.ts";
import type { DriftGrade } from "../domain/spelling/compare.ts";
import type { CampaignReads } from "../store/store.ts";

export interface Mention {
  mention: string;
  type?: EntityType | undefined;
  sceneId?: string | undefined;
}

/** A candidate by spelling; `grade` says how its spelling compares: *firm* may stop a creation, *loose* is only suggested. */
export interface GradedCandidate extends Candidate {
  grade: DriftGrade;
}

/** What a judge decided over numbered candidates. `unavailable` when no model answered, `malformed` when none made sense. */
export type Verdict = { index: number | null; confidence: number; reasoning?: string } | "unavailable" | "malformed";
export type Judge = (mention: Mention, candidates: readonly Candidate[], scene: Scene | null) => Promise<Verdict>;

/** Asks whoever sits at the program; answers an entity id of the candidates, or null when they declined. */
export type UserPrompt = (request: {
  mention: string;
  type?: EntityType | undefined;
  candidates: readonly Candidate[];
}) => Promise<string | null> | string | null;

/** A remote embedding space. Throws SneqError PROVIDER_ERROR without its key or service. */
export interface RemoteSpace {
  embed(texts: readonly string[]): Promise<Float32Array[]>;
}

/** Who is meant. Nothing here writes. */
export interface Resolver {
  /** The whole cascade: alias, vector and spelling, judge, the user. Throws PROVIDER_ERROR in a remote space without its service. */
  resolve(mention: Mention): Promise<ResolutionResult>;
  /** Entities with exactly this name or alias, and those that resemble it. Inside a transaction when given its reads. */
  byName(mention: string, type?: EntityType, reads?: CampaignReads): Promise<Candidate[]>;
  near(mention: string, type?: EntityType, reads?: CampaignReads): Promise<GradedCandidate[]>;
  /** Neighbours in a remote space, best first, none below the floor; empty in the local space. Throws PROVIDER_ERROR. */
  neighbours(mention: string, type?: EntityType): Promise<Candidate[]>;
  /** Each distinct noun of a narration once, in the order asked, without any model. */
  names(
    nouns: readonly string[],
    type?: EntityType,
  ): Promise<{ names: NameResolution[]; partial: boolean; providerCode?: string }>;
}
