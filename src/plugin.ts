import type { NarrationGate } from "./domain/gate.ts";
import type { LanguagePack } from "./domain/language-pack.ts";
import type { ProviderFactory } from "./domain/provider.ts";

export type {
  GateContext,
  KnownName,
  NameResolution,
  NarrationGate,
  NarrationGateInput,
  NextGate,
  SecondOpinion,
} from "./domain/gate.ts";
export type { LanguagePack } from "./domain/language-pack.ts";
export type {
  ChatAnswer,
  ChatRequest,
  EmbeddingAnswer,
  Provider,
  ProviderFactory,
  ProviderFailure,
  ProviderHost,
  ProviderRef,
  Usage,
} from "./domain/provider.ts";
export type { Occurrence, ValidationIssueReport, ValidationReport } from "./domain/report.ts";

/** The version of this contract. A plugin states it; the engine refuses another. */
export const PLUGIN_API = 1;

/** A gate with its place in the order. `priority` is higher first, default 0. */
export interface GateContribution {
  id: string;
  mode: "wrap" | "replace";
  gate: NarrationGate;
  /** Only for campaigns with one of these languages; absent means all. */
  languages?: string[];
  priority?: number;
}

/** A plugin in process: a plain object, typed with `satisfies SneqPlugin`. */
export interface SneqPlugin {
  api: typeof PLUGIN_API;
  name: string;
  languages?: LanguagePack[];
  gates?: GateContribution[];
  providers?: ProviderFactory[];
  /** Reserved: entity importers. */
  importers?: never[];
}
