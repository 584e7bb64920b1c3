import { type CampaignInfo, LOCAL_EMBEDDING_MODEL } from "../domain/campaign.ts";
import type { EntityType } from "../domain/entity.ts";
import type { NameResolution } from "../domain/gate.ts";
import { cosine, localEmbedding } from "../domain/local-embedding.ts";
import {
  ALIAS_CONFIDENCE,
  bestOfEach,
  type Candidate,
  MOST_CANDIDATES,
  type NotFoundReason,
  type ResolutionLayer,
  type ResolutionResult,
  type ResolverThresholds,
} from "../domain/resolution.ts";
import type { Scene } from "../domain/scene.ts";
import { compareSpelling } from "../domain/spelling/compare.ts";
import { providerCodeOf, SneqError } from "../errors.ts";
import type { CampaignReads, CampaignStore } from "../store/store.ts";
import { bearersOf } from "./by-name.ts";
import { gradedCandidate, nearSpellings, rounded } from "./by-spelling.ts";
import { resolveNames } from "./names.ts";
import type { GradedCandidate, Judge, Mention, RemoteSpace, Resolver, UserPrompt } from "./resolver.ts";

/** Mentions sent in one request: services take a hundred texts at the least, and those that wait for a vector go along. */
const EMBEDDED_AT_ONCE = 64;

export interface CascadeOptions {
  store: CampaignStore;
  info: CampaignInfo;
  articles: readonly string[];
  thresholds: ResolverThresholds;
  judge: Judge;
  /** Absent in the local space. */
  remote: RemoteSpace | null;
  /** Absent on the command line. */
  userPrompt: UserPrompt | null;
  log(event: Record<string, unknown>): void;
}

/** Resolution as stages, the cheapest first: alias → vector and spelling → judge → the user. */
export class Cascade implements Resolver {
  readonly #o: CascadeOptions;

  constructor(options: CascadeOptions) {
    this.#o = options;
  }

  async resolve(mention: Mention): Promise<ResolutionResult> {
    const result = await this.#cascade(mention);
    this.#o.log({
      event: "resolution",
      layer: result.layerUsed,
      confidence: result.confidence,
      match: result.match?.entityId ?? null,
      candidates: result.candidates.length,
    });
    return result;
  }

  async #cascade(mention: Mention): Promise<ResolutionResult> {
    const bearers = await this.byName(mention.mention, mention.type);
    const [only] = bearers;
    if (only && bearers.length === 1) return matched(only, "alias", ALIAS_CONFIDENCE);
    if (only) return this.#judged(mention, bearers);

    const { tauHigh, tauLow, gapDelta, topK } = this.#o.thresholds;
    const vectors = await this.neighbours(mention.mention, mention.type);
    const spelled = (await this.#spelled(mention.mention, mention.type)).slice(0, topK);
    const candidates = bestOfEach([...vectors, ...spelled.map(gradedCandidate).map(plain)]);
    const [first, second] = vectors;
    const best = first?.confidence ?? 0;
    if (first && best >= tauHigh && best - (second?.confidence ?? 0) >= gapDelta)
      return matched(first, "vector", best, candidates);
    if (first && best >= tauLow) return this.#judged(mention, candidates);
    if (candidates.length === 0) return notFound("none", "no-match", [], 0);
    const confidence = this.#o.remote ? best : this.#localSimilarity(mention.mention, spelled);
    return this.#prompted(mention, notFound("vector", "below-threshold", candidates, confidence));
  }

  async byName(mention: string, type?: EntityType, reads: CampaignReads = this.#o.store): Promise<Candidate[]> {
    return (await bearersOf(reads, [mention], this.#o.articles, type))[0] ?? [];
  }

  async near(mention: string, type?: EntityType, reads: CampaignReads = this.#o.store): Promise<GradedCandidate[]> {
    return (await this.#spelled(mention, type, reads)).map(gradedCandidate);
  }

  async #spelled(mention: string, type?: EntityType, reads: CampaignReads = this.#o.store) {
    return (await nearSpellings(reads, [mention], { type, floor: this.#o.thresholds.floor }))[0] ?? [];
  }

  async neighbours(mention: string, type?: EntityType): Promise<Candidate[]> {
    return (await this.#neighboursOf([mention], type))[0] ?? [];
  }

  async neighboursOfVector(mention: string, vector: Float32Array, type?: EntityType): Promise<Candidate[]> {
    const { store, thresholds } = this.#o;
    const hits = await store.nearest(vector, thresholds.topK, type);
    return hits
      .filter((hit) => hit.similarity >= thresholds.floor && !differsInNumber(mention, hit.name))
      .map(({ similarity, ...hit }) => ({ ...hit, confidence: rounded(similarity) }));
  }

  async #neighboursOf(mentions: readonly string[], type?: EntityType): Promise<Candidate[][]> {
    if (!this.#o.remote) return [];
    const vectors: Float32Array[] = [];
    for (let at = 0; at < mentions.length; at += EMBEDDED_AT_ONCE)
      vectors.push(...(await this.#o.remote.embed(mentions.slice(at, at + EMBEDDED_AT_ONCE))));
    return Promise.all(vectors.map((vector, index) => this.neighboursOfVector(mentions[index] ?? "", vector, type)));
  }

  async names(nouns: readonly string[], type?: EntityType) {
    const { store, articles, thresholds, remote } = this.#o;
    const names = await resolveNames(store, nouns, { articles, floor: thresholds.floor, type });
    const unknown = names.filter((name) => name.kind === "no-match");
    if (!remote || unknown.length === 0) return { names, partial: false };
    try {
      const nearest = await this.#neighboursOf(
        unknown.map((name) => name.noun),
        type,
      );
      const told = new Map(unknown.map((name, index) => [name.noun, byVector(name, nearest[index] ?? [], thresholds)]));
      return { names: names.map((name) => told.get(name.noun) ?? name), partial: false };
    } catch (error) {
      if (!SneqError.is(error) || error.code !== "PROVIDER_ERROR") throw error;
      // Spelling alone was looked at: the report says so.
      return { names, partial: true, ...providerCodeOf(error) };
    }
  }

  async #judged(mention: Mention, found: Candidate[]): Promise<ResolutionResult> {
    const { store, judge } = this.#o;
    const scene = mention.sceneId ? await store.scene(mention.sceneId) : await store.currentScene();
    const candidates = mostLikely(found, scene);
    const verdict = await judge(mention, candidates, scene);
    if (verdict === "unavailable")
      return this.#prompted(mention, {
        ...notFound("judge", "ambiguous", candidates, 0),
        unavailableReason: "judge",
      });
    if (verdict === "malformed") return this.#prompted(mention, notFound("judge", "ambiguous", candidates, 0));
    const reasoning = verdict.reasoning === undefined ? {} : { reasoning: verdict.reasoning };
    const chosen = verdict.index === null ? undefined : candidates[verdict.index];
    if (chosen) return { ...matched(chosen, "judge", verdict.confidence, candidates), ...reasoning };
    return this.#prompted(mention, { ...notFound("judge", "ambiguous", candidates, verdict.confidence), ...reasoning });
  }

  /** The last stage: whoever sits at the program, when the program offers to ask. */
  async #prompted(mention: Mention, unresolved: ResolutionResult): Promise<ResolutionResult> {
    if (!this.#o.userPrompt) return unresolved;
    const { candidates } = unresolved;
    const answer = await this.#o.userPrompt({ mention: mention.mention, type: mention.type, candidates });
    const chosen = candidates.find((candidate) => candidate.entityId === answer);
    if (chosen) return matched(chosen, "user-prompt", 1, candidates);
    return notFound("user-prompt", "ambiguous", candidates, unresolved.confidence);
  }

  /** The best similarity in the local space: that of the spellings which were found, names or aliases. */
  #localSimilarity(mention: string, found: readonly { candidate: { text: string } }[]): number {
    if (this.#o.info.embeddingModel !== LOCAL_EMBEDDING_MODEL) return 0;
    const vector = localEmbedding(mention);
    return rounded(Math.max(0, ...found.map(({ candidate }) => cosine(vector, localEmbedding(candidate.text)))));
  }
}

/** What a remote space says about a name that spelling does not know; below `tauLow` it stays unknown. */
function byVector(name: NameResolution, nearest: readonly Candidate[], thresholds: ResolverThresholds): NameResolution {
  const { tauHigh, tauLow, gapDelta } = thresholds;
  const [first, second] = nearest;
  if (!first || first.confidence < tauLow) return name;
  const candidates = nearest.map(({ name: canonicalName, ...candidate }) => ({ ...candidate, canonicalName }));
  const sure = first.confidence >= tauHigh && first.confidence - (second?.confidence ?? 0) >= gapDelta;
  if (sure) return { noun: name.noun, kind: "match", candidates: candidates.slice(0, 1) };
  return { noun: name.noun, kind: "below-threshold", candidates };
}

/** As many as are asked about; of more, those in the scene come first. */
function mostLikely(found: Candidate[], scene: Scene | null): Candidate[] {
  if (found.length <= MOST_CANDIDATES) return found;
  const here = new Set(scene ? [scene.locationEntityId, ...scene.presentEntityIds] : []);
  const [inside, outside] = [true, false].map((wanted) => found.filter((one) => here.has(one.entityId) === wanted));
  return [...(inside ?? []), ...(outside ?? [])].slice(0, MOST_CANDIDATES);
}

function differsInNumber(mention: string, name: string): boolean {
  return compareSpelling(mention, name).kind === "other-number";
}

function plain({ grade: _, ...candidate }: GradedCandidate): Candidate {
  return candidate;
}

/** A result with a match; `candidates` are the others that were weighed. */
function matched(
  candidate: Candidate,
  layerUsed: ResolutionLayer,
  confidence: number,
  weighed: readonly Candidate[] = [],
): ResolutionResult {
  const candidates = weighed.filter((other) => other.entityId !== candidate.entityId);
  return { match: { ...candidate, confidence }, confidence, candidates, layerUsed };
}

function notFound(
  layerUsed: ResolutionLayer,
  notFoundReason: NotFoundReason,
  candidates: Candidate[],
  confidence: number,
): ResolutionResult {
  return { match: null, confidence, candidates, layerUsed, notFoundReason };
}
