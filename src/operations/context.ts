import type { CampaignInfo } from "../domain/campaign.ts";
import type { DEPTHS, REGISTERS } from "../domain/collapse.ts";
import type { Propagation } from "../domain/constraint.ts";
import type { EntityType } from "../domain/entity.ts";
import type { CategorieAttribut, Observation, ObservationPreset } from "../domain/fact.ts";
import type { NarrationGateInput } from "../domain/gate.ts";
import type { Usage } from "../domain/provider.ts";
import type { ValidationReport } from "../domain/report.ts";
import type { Candidate } from "../domain/resolution.ts";
import type { AttributValue } from "../domain/value.ts";
import type { Resolver } from "../resolver/resolver.ts";
import type { CampaignStore, CampaignTransaction, Store } from "../store/store.ts";

/** What every operation is given beside its input. */
export interface BaseContext {
  /** Milliseconds since 1970. */
  now(): number;
  /** Structured debug events; silent unless debugging is on. */
  log(event: Record<string, unknown>): void;
}

export interface EngineContext extends BaseContext {
  store: Store;
  campaignId: string;
  /** The embedding model of new campaigns: the configuration's, else the local one. `dim` is undefined when unknown. */
  embeddingModel(): { model: string; dim: number | undefined };
  /** The length of that model's vectors, by asking it for one. @throws SneqError PROVIDER_ERROR without its service. */
  measureVectors(): Promise<number>;
}

/** How one call differs from the next beside its input. */
export interface InvokeOptions {
  /** What a fact's observation is built from when the input has none. Default `gm-narration`. */
  preset?: ObservationPreset | undefined;
  /** Laid over the preset. */
  observation?: Partial<Observation> | undefined;
}

/** The change an operation makes: `canon` is false when nothing of canon was written, so that no retry is answered by it. */
export interface Outcome<T> {
  result: T;
  canon: boolean;
}

/** What is embedded of an entity that may be new. */
export interface NewMention {
  name: string;
  type: EntityType;
  aliases: readonly string[];
  description: string;
}

export interface CollapseRequest {
  entityId: string;
  attributeKey: string;
  category?: CategorieAttribut | undefined;
  profondeur: (typeof DEPTHS)[number];
  registre: (typeof REGISTERS)[number];
}

export interface Collapsed {
  value: AttributValue;
  reasoning: string;
  propagation: Propagation;
  factId: string;
}

export interface CampaignContext extends BaseContext {
  info: CampaignInfo;
  store: CampaignStore;
  resolver: Resolver;
  /** What a fact's observation is built from when the input has none. */
  observation: { preset: ObservationPreset; overlay: Partial<Observation> };
  /**
   * Runs the one transaction of a writing operation. A retry with the same `operationId` answers as the first time and
   * runs nothing.
   */
  commit<T>(change: (transaction: CampaignTransaction) => Promise<Outcome<T>>): Promise<T>;
  /**
   * What a remote space says of a new entity before it is written: those it takes for the same, and the vector to keep. Both
   * are empty in the local space and when the service is out of reach. Throws PROVIDER_ERROR for a vector of another length.
   */
  weighMention(mention: NewMention): Promise<{ matches: Candidate[]; vector: Float32Array | null; usage?: Usage }>;
  /** Has the heavy-tier model decide an attribute and inscribes its answer. */
  collapse(request: CollapseRequest): Promise<Collapsed>;
  /** The narration gates in their order, the built-in one last. */
  validateNarration(input: NarrationGateInput): Promise<ValidationReport>;
}
