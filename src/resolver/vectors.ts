import type { Entity } from "../domain/entity.ts";
import type { Usage } from "../domain/provider.ts";
import { SneqError } from "../errors.ts";
import { excerpt } from "../router/redact.ts";
import type { Router } from "../router/router.ts";
import type { CampaignStore } from "../store/store.ts";
import type { RemoteSpace } from "./resolver.ts";

/** Entities whose vector is made up for in one request beside what was asked. */
const REPAIRED_AT_ONCE = 32;
// Longer than any model's attention to a name; the beginning of a description says who it is about.
const LONGEST_TEXT = 2000;

/** What stands for an entity in a campaign's space: its name, its aliases, its description. */
function vectorText(entity: { name: string; aliases: readonly string[]; description: string }): string {
  const names = [...new Set([entity.name, ...entity.aliases])].join(", ");
  return excerpt(entity.description ? `${names}. ${entity.description}` : names, LONGEST_TEXT);
}

/**
 * The remote space of one campaign. Vectors are made outside every transaction. Each request carries the entities that wait
 * for a vector too, so that whatever an absent service left undone is made up for by the next call that reaches it.
 */
export class RemoteVectors implements RemoteSpace {
  readonly #router: Router;
  readonly #store: CampaignStore;
  readonly #now: () => number;
  readonly #log: (event: Record<string, unknown>) => void;
  #outOfReach = false;

  constructor(parts: {
    router: Router;
    store: CampaignStore;
    now(): number;
    log(event: Record<string, unknown>): void;
  }) {
    this.#router = parts.router;
    this.#store = parts.store;
    this.#now = parts.now;
    this.#log = parts.log;
  }

  /** Vectors of texts, in order. @throws SneqError PROVIDER_ERROR without the service; MALFORMED for another length. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    return (await this.#embed(texts)).vectors;
  }

  async #embed(texts: readonly string[]): Promise<{ vectors: Float32Array[]; usage: Usage }> {
    const waiting = await this.#waiting();
    const { embeddingModel: model, embeddingDim: dim } = this.#store.info;
    const waitingTexts = waiting.map(textOf);
    try {
      const { vectors, usage } = await this.#router.embed([...texts, ...waitingTexts], { model, dim });
      await this.#keep(waiting, waitingTexts, vectors.slice(texts.length));
      return { vectors: vectors.slice(0, texts.length), usage };
    } catch (error) {
      this.#outOfReach = true;
      throw error;
    }
  }

  /** The vectors of a new entity's name and of all its text. Null when the service is out of reach: it can wait. */
  async ofMention(mention: {
    name: string;
    aliases: readonly string[];
    description: string;
  }): Promise<{ name: Float32Array; entity: Float32Array; usage: Usage } | null> {
    try {
      const { vectors, usage } = await this.#embed([mention.name, vectorText(mention)]);
      const [name, entity] = vectors;
      return name && entity ? { name, entity, usage } : null;
    } catch (error) {
      if (isOutOfReach(error)) return null;
      throw error;
    }
  }

  /** Makes the vectors that are waited for. Never throws: they are made up for later. */
  async refresh(): Promise<void> {
    if (this.#outOfReach) return;
    try {
      if ((await this.#waiting()).length > 0) await this.embed([]);
    } catch (error) {
      this.#log({ event: "vectors.waiting", reason: (error as Error).message });
    }
  }

  async #waiting(): Promise<Entity[]> {
    return this.#store.entities(await this.#store.awaitingVectors(REPAIRED_AT_ONCE));
  }

  async #keep(entities: readonly Entity[], texts: readonly string[], vectors: readonly Float32Array[]): Promise<void> {
    if (entities.length === 0) return;
    try {
      await this.#store.write(async (tx) => {
        const current = await tx.entities(entities.map(({ entityId }) => entityId));
        const now = new Map(current.map((entity) => [entity.entityId, textOf(entity)]));
        for (const [at, { entityId }] of entities.entries()) {
          const vector = vectors[at];
          // An entity that changed while the service worked goes on waiting.
          if (vector && now.get(entityId) === texts[at])
            await tx.putVector(entityId, this.#store.info.embeddingModel, vector, this.#now());
        }
      });
    } catch (error) {
      // A look-up in a file that cannot be written to is a look-up all the same.
      this.#log({ event: "vectors.not_kept", reason: (error as Error).message });
    }
  }
}

function textOf(entity: Entity): string {
  return vectorText({ ...entity, aliases: entity.aliases.map(({ text }) => text) });
}

/** A service that cannot be reached, as against one that answers with vectors of another model. */
function isOutOfReach(error: unknown): boolean {
  if (!SneqError.is(error) || error.code !== "PROVIDER_ERROR") return false;
  return (error.details as { providerCode?: string } | undefined)?.providerCode !== "MALFORMED";
}
