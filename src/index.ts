export { Campaign } from "./campaign.ts";
export type { CampaignInfo } from "./domain/campaign.ts";
export type { Contrainte, Propagation, Rule, Violation } from "./domain/constraint.ts";
export type { Alias, Entity, EntityType } from "./domain/entity.ts";
export type { CanonEvent, EventType } from "./domain/event.ts";
export type { AttributFige, CategorieAttribut, Observation, ObservationPreset } from "./domain/fact.ts";
export type { ValidationReport } from "./domain/report.ts";
export type { Candidate, ResolutionResult } from "./domain/resolution.ts";
export type { Scene } from "./domain/scene.ts";
export type { AttributValue } from "./domain/value.ts";
export { Engine, type EngineOptions, type InvokeOptions } from "./engine.ts";
export { type ErrorCode, SneqError } from "./errors.ts";
export type { PreGenerationEvent, PreGenerationHandler } from "./hooks.ts";

export type { UserPrompt } from "./resolver/resolver.ts";
