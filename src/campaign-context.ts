import type { Config } from "./config.ts";
import { LOCAL_EMBEDDING_MODEL } from "./domain/campaign.ts";
import { DEFAULT_THRESHOLDS } from "./domain/resolution.ts";
import type { InvokeOptions } from "./engine.ts";
import { SneqError } from "./errors.ts";
import type { Extensions } from "./extensions.ts";
import type { Hooks, Registry } from "./hooks.ts";
import { checkNarration } from "./narration-check.ts";
import { commit, type Retry } from "./operations/commit.ts";
import type { BaseContext, CampaignContext } from "./operations/context.ts";
import { fingerprintOf } from "./operations/fingerprint.ts";
import type { NarrationGate } from "./plugin.ts";
import { Cascade } from "./resolver/cascade.ts";
import type { Router } from "./router/router.ts";
import type { CampaignStore } from "./store/store.ts";

/** What a running program has attached to one campaign. */
export interface CampaignSession {
  gates: Registry<NarrationGate>;
}

export interface ContextParts extends BaseContext {
  store: CampaignStore;
  config: Config;
  router: Router;
  extensions: Extensions;
  hooks: Hooks;
  session: CampaignSession;
  call: { operation: string; input: unknown; options: InvokeOptions };
}

/** Puts together what one operation on one campaign may use. */
export function campaignContext(parts: ContextParts): CampaignContext {
  const { store, config, router, extensions, hooks, session, call, now, log } = parts;
  const { info } = store;
  const articles = info.languages.flatMap((language) => extensions.articles(language));
  const remote =
    info.embeddingModel === LOCAL_EMBEDDING_MODEL
      ? null
      : {
          async embed(texts: readonly string[]) {
            const space = { model: info.embeddingModel, dim: info.embeddingDim };
            return (await router.embed([...texts], space)).vectors;
          },
        };
  const resolver = new Cascade({
    store,
    info,
    articles,
    thresholds: { ...DEFAULT_THRESHOLDS, ...config.resolver },
    judge: async () => "unavailable",
    remote,
    userPrompt: hooks.userPrompt.newest,
    log,
  });
  const retry = retryOf(call.operation, call.input, call.options);
  const context: CampaignContext = {
    now,
    log,
    info,
    store,
    resolver,
    observation: { preset: call.options.preset ?? "gm-narration", overlay: call.options.observation ?? {} },
    commit: (change) => commit(store, retry, now, change),
    async matchesByVector(name, type) {
      if (!remote) return [];
      try {
        const { tauHigh } = { ...DEFAULT_THRESHOLDS, ...config.resolver };
        return (await resolver.neighbours(name, type)).filter((one) => one.confidence >= tauHigh);
      } catch (error) {
        if (SneqError.is(error) && error.code === "PROVIDER_ERROR") return [];
        throw error;
      }
    },
    async collapse(request) {
      hooks.emitPreGeneration({
        campaignId: info.id,
        operation: call.operation,
        entityId: request.entityId,
        attributeKey: request.attributeKey,
      });
      throw new SneqError("PROVIDER_ERROR", "No model is configured for the heavy tier.", {
        providerCode: "NOT_CONFIGURED",
        tier: "heavy",
        attempts: [],
      });
    },
    validateNarration: (input) => checkNarration({ input, context, config, extensions, router, session }),
  };
  return context;
}

/** The identity of a call that may be repeated; the observation's presets are a part of what must be the same. */
function retryOf(operation: string, input: unknown, options: InvokeOptions): Retry | null {
  if (typeof input !== "object" || input === null || !("operationId" in input)) return null;
  const { operationId, ...rest } = input;
  if (typeof operationId !== "string") return null;
  const { preset, observation } = options;
  return { operationId, operation, fingerprint: fingerprintOf(operation, { ...rest, call: { preset, observation } }) };
}
