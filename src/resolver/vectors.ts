import type { Entity } from "../domain/entity.ts";
import type { Usage } from "../domain/provider.ts";
import { SneqError } from "../errors.ts";
import { excerpt } from "../router/redact.ts";
import type { Router } from "../router/router.ts";
import type { CampaignStore, CampaignTransaction } from "../store/store.ts";
import { concernsTheTexts, repairApart, type WaitingText } from "./repair.ts";
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
 * for a vector too, so that whatever an absent service left undone is made up for by the next call that reaches it. A text
 * that the service refuses is told apart from what was asked: it fails no call but its own.
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
    try {
      const { vectors, usage } = await this.#ask([...texts, ...waiting.map(({ text }) => text)]);
      await this.#keep(waiting, vectors.slice(texts.length));
      return { vectors: vectors.slice(0, texts.length), usage };
    } catch (error) {
      if (waiting.length === 0 || !concernsTheTexts(error)) throw error;
      return this.#embedApart(texts, waiting);
    }
  }

  async #embedApart(texts: readonly string[], waiting: readonly WaitingText[]) {
    const asked = texts.length > 0;
    const made = asked ? await this.#ask(texts) : { vectors: [], usage: {} };
    await repairApart(waiting, asked, {
      embed: async (some) => (await this.#ask(some)).vectors,
      keep: (some, vectors) => this.#keep(some, vectors),
      giveUp: (some) => this.#giveUp(some),
      log: this.#log,
    });
    return made;
  }

  async #ask(texts: readonly string[]): Promise<{ vectors: Float32Array[]; usage: Usage }> {
    const { embeddingModel: model, embeddingDim: dim } = this.#store.info;
    try {
      return await this.#router.embed([...texts], { model, dim });
    } catch (error) {
      this.#outOfReach = !concernsTheTexts(error);
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

  async #waiting(): Promise<WaitingText[]> {
    const entities = await this.#store.entities(await this.#store.awaitingVectors(REPAIRED_AT_ONCE));
    return entities.map((entity) => {
      const whole = textOf(entity);
      return { entityId: entity.entityId, whole, text: whole, names: textOf({ ...entity, description: "" }) };
    });
  }

  /** An entity that changed while the service worked goes on waiting. */
  async #keep(waiting: readonly WaitingText[], vectors: readonly Float32Array[]): Promise<void> {
    const model = this.#store.info.embeddingModel;
    await this.#settle(waiting, async (tx, { entityId }, at) => {
      const vector = vectors[at];
      if (vector) await tx.putVector(entityId, model, vector, this.#now());
    });
  }

  async #giveUp(refused: readonly WaitingText[]): Promise<void> {
    for (const { entityId } of refused) this.#log({ event: "vectors.refused", entityId });
    await this.#settle(refused, (tx, { entityId }) => tx.giveUpVector(entityId));
  }

  async #settle(
    waiting: readonly WaitingText[],
    settle: (tx: CampaignTransaction, one: WaitingText, at: number) => Promise<void>,
  ): Promise<void> {
    if (waiting.length === 0) return;
    try {
      await this.#store.write(async (tx) => {
        const current = await tx.entities(waiting.map(({ entityId }) => entityId));
        const now = new Map(current.map((entity) => [entity.entityId, textOf(entity)]));
        for (const [at, one] of waiting.entries()) if (now.get(one.entityId) === one.whole) await settle(tx, one, at);
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
