import type { CampaignInfo } from "../domain/campaign.ts";
import type { Observation, ObservationPreset } from "../domain/fact.ts";
import type { NarrationGateInput } from "../domain/gate.ts";
import type { ValidationReport } from "../domain/report.ts";
import type { Articles } from "../domain/text.ts";
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
  /** The embedding model of new campaigns: the configuration's, else the local one. */
  embeddingModel(): { model: string; dim: number };
}

/** The change an operation makes: `canon` is false when nothing of canon was written, so that no retry is answered by it. */
export interface Outcome<T> {
  result: T;
  canon: boolean;
}

export interface CampaignContext extends BaseContext {
  info: CampaignInfo;
  store: CampaignStore;
  resolver: Resolver;
  /** Articles of the campaign's languages, for second keys. */
  articles: readonly Articles[];
  /** What a fact's observation is built from when the input has none. */
  observation: { preset: ObservationPreset; overlay: Partial<Observation> };
  /**
   * Runs the one transaction of a writing operation. A retry with the same `operationId` answers as the first time and
   * runs nothing.
   */
  commit<T>(change: (transaction: CampaignTransaction) => Promise<Outcome<T>>): Promise<T>;
  /** The narration gates in their order, the built-in one last. */
  validateNarration(input: NarrationGateInput): Promise<ValidationReport>;
}
