import type { Config } from "./config.ts";
import { LOCAL_EMBEDDING_MODEL } from "./domain/campaign.ts";
import type { ResolverThresholds } from "./domain/resolution.ts";
import type { Extensions } from "./extensions.ts";
import type { GateRunner } from "./gates/run-gate.ts";
import type { CampaignSession, Hooks } from "./hooks.ts";
import { checkNarration } from "./narration-check.ts";
import { commit, type Retry } from "./operations/commit.ts";
import type { BaseContext, CampaignContext, InvokeOptions } from "./operations/context.ts";
import { fingerprintOf } from "./operations/fingerprint.ts";
import { Cascade } from "./resolver/cascade.ts";
import { RemoteVectors } from "./resolver/vectors.ts";
import type { Router } from "./router/router.ts";
import type { CampaignStore } from "./store/store.ts";

export interface ContextParts extends BaseContext {
  store: CampaignStore;
  config: Config;
  /** Of the configuration, with the defaults for what it does not say. */
  thresholds: ResolverThresholds;
  router: Router;
  extensions: Extensions;
  hooks: Hooks;
  session: CampaignSession;
  gates: GateRunner;
  call: { operation: string; input: unknown; options: InvokeOptions };
}

/** Puts together what one operation on one campaign may use. */
export function campaignContext(parts: ContextParts): CampaignContext {
  const { store, config, router, extensions, hooks, session, call, thresholds, now, log } = parts;
  const { info } = store;
  const articles = info.languages.flatMap((language) => extensions.articles(language));
  const remote = info.embeddingModel === LOCAL_EMBEDDING_MODEL ? null : new RemoteVectors({ router, store, now, log });
  const resolver = new Cascade({
    store,
    info,
    articles,
    thresholds,
    async judge(...question) {
      const { canonJudge } = await import("./resolver/judge.ts");
      return canonJudge(router, store, info.languages[0], log)(...question);
    },
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
    async commit(change) {
      const result = await commit(store, retry, now, change);
      await remote?.refresh();
      return result;
    },
    async weighMention({ name, type, aliases, description }) {
      const vectors = await remote?.ofMention({ name, aliases, description });
      if (!vectors) return { matches: [], vector: null };
      const nearest = await resolver.neighboursOfVector(name, vectors.name, type);
      const matches = nearest.filter(({ confidence }) => confidence >= thresholds.tauHigh);
      return { matches, vector: vectors.entity, usage: vectors.usage };
    },
    async collapse(request) {
      hooks.emitPreGeneration({
        campaignId: info.id,
        operation: call.operation,
        entityId: request.entityId,
        attributeKey: request.attributeKey,
      });
      const { collapse } = await import("./operations/collapse.ts");
      return collapse({ info, store, router, now, commit: context.commit }, request);
    },
    validateNarration: (input) =>
      checkNarration({ input, context, config, extensions, router, session, gates: parts.gates, log }),
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
