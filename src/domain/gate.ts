import type { EntityType } from "./entity.ts";
import type { LanguagePack } from "./language-pack.ts";
import type { NarrationCheck, ValidationReport } from "./report.ts";

/** What a narration gate is asked. `narration` is at most 8 MiB of UTF-8. */
export interface NarrationGateInput {
  narration: string;
  /** Restricts resolution to entities of one type. */
  type?: EntityType;
  /** The caller turns issues into a failure; a gate may be stricter too. */
  strict?: boolean;
  /** Defaults to `["names"]`. */
  checks?: NarrationCheck[];
}

/** One spelling that canon knows: an entity's name or one of its aliases. */
export interface KnownName {
  text: string;
  entityId: string;
  canonicalName: string;
  type: EntityType;
}

/** How one name of a narration was resolved, without any model. */
export interface NameResolution {
  noun: string;
  kind: "match" | "no-match" | "ambiguous" | "below-threshold";
  /** The match alone when `kind` is `match`, else the candidates, best first. `confidence` is 0 to 1. */
  candidates: { entityId: string; canonicalName: string; type: EntityType; confidence: number }[];
}

/** What the light-tier model said about a name that canon did not know. */
export interface SecondOpinion {
  noun: string;
  verdict: "typo" | "unknown";
  /** An entity id from the list the model was given. */
  suggestion?: string;
  canonicalName?: string;
  confidence?: number;
  reasoning?: string;
}

/**
 * Everything a gate is handed; nothing of the host is imported. Every method is asynchronous and takes and returns plain
 * JSON, so that a gate behaves the same in the engine's thread and in a worker.
 */
export interface GateContext {
  campaign: { id: string; name: string };
  /** The packs of the campaign's languages, in order. */
  languages: LanguagePack[];
  /** What is never reported (`validator.stopwords`, `validator.ignore`), as the user wrote it. */
  ignore: string[];
  /**
   * Canon names that begin with one of these heads, with or without their leading article. A head is made of comparison
   * keys: the first two words of a name joined by one space, or its only word, words being split at everything that is
   * neither letter, mark nor digit; in a script without spaces, its first two characters.
   */
  namesStartingWith(heads: string[]): Promise<KnownName[]>;
  /**
   * Resolves each distinct noun once, in one batch. `names` of the answer are in the order asked. `partial` when a remote
   * embedding space gave no answer: `providerCode` says why.
   */
  resolveNames(
    nouns: string[],
    type?: EntityType,
  ): Promise<{ names: NameResolution[]; partial: boolean; providerCode?: string }>;
  /**
   * One batched light-tier call over names without a match or with several bearers. `unavailable` when no model answered
   * in a usable form: `providerCode` says why. Suggestions outside the entities shown to the model are already dropped.
   */
  secondOpinion(
    narration: string,
    names: NameResolution[],
  ): Promise<{ opinions: SecondOpinion[]; unavailable: boolean; providerCode?: string }>;
  /** Numbers and states canon holds about these entities, for the checks `numbers` and `presence`. */
  canonValues(
    entityIds: string[],
  ): Promise<
    { entityId: string; numbers: { attributeKey: string; value: number }[]; state: string | null; present: boolean }[]
  >;
}

/** The gate below in the order: calling it with no argument passes the input on unchanged. */
export type NextGate = (input?: NarrationGateInput) => Promise<ValidationReport>;

/** A narration gate replaces (`next` unused) or wraps (`next` called) the ones below it, down to the built-in one. */
export interface NarrationGate {
  validate(input: NarrationGateInput, ctx: GateContext, next: NextGate): Promise<ValidationReport> | ValidationReport;
}
