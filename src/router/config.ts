import type { ProviderRef } from "../domain/provider.ts";

/** The models one kind of question may go to: `primary` first, then `fallbacks` in order. */
export interface TierConfig {
  primary: ProviderRef;
  fallbacks: ProviderRef[];
}

export type ChatTier = "heavy" | "light";
export type Tier = ChatTier | "embeddings";

/** The one retry policy, for every provider. */
export interface RouterDefaults {
  /** Limit of one call, and of one wait between two calls, in milliseconds. */
  timeoutMs: number;
  /** Repeats on one provider after a passing failure. */
  maxRetries: number;
  /** `fixed`: `baseMs` between calls; `exponential`: doubled after each. */
  backoff: { strategy: "fixed" | "exponential"; baseMs: number };
}

/** The part of a configuration that the router reads. An absent chat tier is filled from the keys in the environment. */
export interface RouterConfig {
  tiers: Partial<Record<Tier, TierConfig>>;
  defaults: RouterDefaults;
}

export const ROUTER_DEFAULTS: RouterDefaults = {
  timeoutMs: 30_000,
  maxRetries: 1,
  backoff: { strategy: "exponential", baseMs: 500 },
};
