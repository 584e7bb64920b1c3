import { setMaxListeners } from "node:events";
import type { ProviderFactory, ProviderRef, Usage } from "../domain/provider.ts";
import { SneqError } from "../errors.ts";
import { type RouterClock, systemClock } from "./backoff.ts";
import { type Attempt, type Chain, type Plan, type Seat, walk } from "./chain.ts";
import type { ChatTier, RouterConfig, Tier, TierConfig } from "./config.ts";
import { defaultChain } from "./default-chains.ts";
import { checkVectors, type EmbeddingSpace, embeddingSpaceOf, spaceName } from "./embedding-models.ts";
import { failure } from "./failure.ts";
import { type AskState, addUsage, type FormMemory, planQuestion, type Question } from "./questions.ts";
import { hasKey, seatMaker } from "./seats.ts";

/** A validated answer, with what it cost. `attempts` holds every call made for it, the successful one last. */
export interface Answer<T> {
  value: T;
  usage: Usage;
  provider: string;
  model: string;
  attempts: Attempt[];
}

export interface Embeddings {
  /** In the order of the texts. */
  vectors: Float32Array[];
  model: string;
  usage: Usage;
}

/** Everything a model is asked goes through here. */
export interface Router {
  /**
   * Asks a chat tier. Throws `PROVIDER_ERROR` with `details {providerCode, tier, attempts}` when no provider of the chain
   * gave an answer that fits the schema; throws the signal's reason when the question is cancelled.
   */
  ask<T>(tier: ChatTier, question: Question<T>): Promise<Answer<T>>;
  /**
   * Vectors of texts in a space, by default that of new campaigns. Only references to `space.model` are asked, since
   * vectors of two models do not compare. A vector of another length than `space.dim` is `PROVIDER_ERROR` / `MALFORMED`.
   */
  embed(texts: string[], space?: Partial<EmbeddingSpace>, signal?: AbortSignal): Promise<Embeddings>;
  /** Whether a tier has a provider whose key is present. Makes no call. */
  configured(tier: Tier): boolean;
  /** The embedding space of new campaigns; `dim` is undefined when only a call can tell. */
  embeddingModel(): { model: string; dim: number | undefined } | "local";
  /** Aborts what is under way and refuses what follows. */
  close(): void;
}

export interface RouterOptions {
  config: RouterConfig;
  /** Where keys are read from; the engine passes `process.env`. */
  env: Readonly<Record<string, string | undefined>>;
  /** Provider factories of plugins, or how to load them when one is needed. */
  factories?: readonly ProviderFactory[] | (() => Promise<readonly ProviderFactory[]>);
  log?(event: Record<string, unknown>): void;
  /** Folder under which providers may keep files of their own. */
  dataDir: string;
  clock?: RouterClock;
}

// Which form of answer a model takes is a property of the service, so every router of the process learns from every other.
const forms: FormMemory = new Map();

const LOCAL_CHAIN: TierConfig = { primary: { provider: "local" }, fallbacks: [] };

/** A router over a configuration. Making one reads nothing and imports no SDK. */
export function createRouter(options: RouterOptions): Router {
  const { config, env, log = () => {}, clock = systemClock, factories = [] } = options;
  const life = newLife();
  const refsOf = chainsOf(config, env);
  const loadFactories = typeof factories === "function" ? factories : async () => factories;
  const seatOf = seatMaker({
    env,
    log,
    factories: loadFactories,
    get dataDir() {
      return options.dataDir;
    },
  });

  function run<T>(tier: Tier, refs: ProviderRef[], plan: (seat: Seat) => Plan<T>, signal?: AbortSignal) {
    const chain: Chain<T> = {
      tier,
      defaults: config.defaults,
      clock,
      log,
      seats: refs.map((ref) => () => seatOf(ref)),
      plan,
      signal: signal ? AbortSignal.any([signal, life.end()]) : life.end(),
    };
    return walk(chain);
  }

  return {
    async ask<T>(tier: ChatTier, question: Question<T>): Promise<Answer<T>> {
      const state: AskState = { repairs: question.repairs ?? 1, usage: {} };
      const plan = (seat: Seat) => planQuestion(seat, question, state, forms);
      const { value, seat, attempts } = await run(tier, refsOf(tier), plan, question.signal);
      const { provider, model = "" } = seat.ref;
      return { value, usage: state.usage, provider, model, attempts };
    },

    async embed(texts, space = {}, signal) {
      const refs = refsOf("embeddings");
      const [first] = refs;
      const model = space.model ?? (first ? spaceName(first) : "");
      const dim = space.dim ?? (space.model === undefined ? first?.embeddingDim : undefined);
      const asked = refs.filter((ref) => spaceName(ref) === model);
      const usage: Usage = {};
      const plan = (seat: Seat) => planEmbedding(seat, texts, dim, usage);
      if (asked.length === 0) throw noSuchSpace(model);
      const { value } = await run("embeddings", asked, plan, signal);
      return { vectors: value, model, usage };
    },

    configured: (tier) => refsOf(tier).some((ref) => hasKey(ref, env)),
    embeddingModel: () => embeddingSpaceOf(config.tiers.embeddings?.primary),
    close: life.close,
  };
}

function planEmbedding(seat: Seat, texts: string[], dim: number | undefined, usage: Usage): Plan<Float32Array[]> {
  return {
    async call(limit) {
      const { embed } = seat.provider;
      if (!embed) throw failure("UNSUPPORTED", `${seat.ref.provider} makes no embeddings`);
      const answer = await embed.call(seat.provider, texts.map(seat.redact), { signal: limit });
      addUsage(usage, answer.usage);
      return checkVectors(answer.vectors, texts.length, dim);
    },
    note: () => ({ purpose: "embed", texts: texts.length, usage }),
    after: () => undefined,
  };
}

/** The references of each tier in order: the configured ones, else those that the keys in the environment stand for. */
function chainsOf(config: RouterConfig, env: RouterOptions["env"]): (tier: Tier) => ProviderRef[] {
  const chains = new Map<Tier, ProviderRef[]>();
  return (tier) => {
    let refs = chains.get(tier);
    if (!refs) {
      const chain = config.tiers[tier] ?? (tier === "embeddings" ? LOCAL_CHAIN : defaultChain(tier, env));
      refs = chain ? [chain.primary, ...chain.fallbacks] : [];
      chains.set(tier, refs);
    }
    return refs;
  };
}

/** The end of a router: a signal that every question under way listens to, made with the first of them. */
function newLife(): { end(): AbortSignal; close(): void } {
  let ended: AbortController | undefined;
  let reason: Error | undefined;
  return {
    end() {
      if (!ended) {
        ended = new AbortController();
        // Node warns on stderr from the eleventh listener.
        setMaxListeners(0, ended.signal);
        if (reason) ended.abort(reason);
      }
      return ended.signal;
    },
    close() {
      reason ??= new Error("the engine was closed");
      ended?.abort(reason);
    },
  };
}

function noSuchSpace(model: string): SneqError {
  const message = `The campaign's vectors are of ${model}, which is in no embeddings tier here: name its configuration with --config.`;
  return new SneqError("PROVIDER_ERROR", message, {
    providerCode: "NOT_CONFIGURED",
    tier: "embeddings",
    attempts: [],
  });
}
