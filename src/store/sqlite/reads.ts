import type { CampaignInfo } from "../../domain/campaign.ts";
import type { Contrainte } from "../../domain/constraint.ts";
import type { Entity, EntityType } from "../../domain/entity.ts";
import type { CanonEvent } from "../../domain/event.ts";
import type { AttributFige } from "../../domain/fact.ts";
import type { KnownName } from "../../domain/gate.ts";
import type { Scene } from "../../domain/scene.ts";
import type { CampaignReads, MentionKeys, NameHit, SpellingHit, StoredOperation, VectorHit } from "../store.ts";
import type { Connection } from "./database.ts";
import type { entities as entityTable, scenes as sceneTable } from "./schema.ts";
import type { SpellingIndex } from "./spelling-index.ts";
import type { Statements } from "./statements.ts";

/** A connection with its prepared statements. */
export interface Session {
  connection: Connection;
  statements: Statements;
  /** Made when a spelling is first looked up or added. */
  spellings(): SpellingIndex;
}

type EntityRow = typeof entityTable.$inferSelect;

const json = (list: readonly unknown[]) => JSON.stringify(list);

/** Reads of one campaign on one connection, whatever transaction it is in. */
export class SqliteReads implements CampaignReads {
  protected readonly session: Session;
  protected readonly campaign: number;
  protected readonly info: CampaignInfo;

  constructor(session: Session, campaign: number, info: CampaignInfo) {
    this.session = session;
    this.campaign = campaign;
    this.info = info;
  }

  async entity(entityId: string): Promise<Entity | null> {
    return (await this.entities([entityId]))[0] ?? null;
  }

  async entities(entityIds: readonly string[]): Promise<Entity[]> {
    if (entityIds.length === 0) return [];
    const rows = this.session.statements.entities.all({ campaign: this.campaign, ids: json(entityIds) });
    const byId = new Map(this.#withAliases(rows).map((entity) => [entity.entityId, entity]));
    return [...new Set(entityIds)].flatMap((id) => byId.get(id) ?? []);
  }

  async unknownEntities(entityIds: readonly string[]): Promise<string[]> {
    const known = this.entityNos(entityIds);
    return [...new Set(entityIds)].filter((id) => !known.has(id));
  }

  async nextHomonym(type: EntityType, key: string): Promise<number> {
    return this.session.statements.nextHomonym.get({ campaign: this.campaign, type, key })?.next ?? 0;
  }

  async recentEntities(limit: number): Promise<Entity[]> {
    return this.#withAliases(this.session.statements.recentEntities.all({ campaign: this.campaign, limit }));
  }

  async countEntities(): Promise<number> {
    return this.session.statements.counters.get({ campaign: this.campaign })?.entityCount ?? 0;
  }

  async namesByKeys(mentions: readonly MentionKeys[]): Promise<NameHit[][]> {
    const wanted = new Map<string, number[]>();
    mentions.forEach(({ key, bare }, index) => {
      for (const k of bare === null ? [key] : [key, bare]) wanted.set(k, [...(wanted.get(k) ?? []), index]);
    });
    if (wanted.size === 0) return [];
    const parameters = { campaign: this.campaign, keys: json([...wanted.keys()]) };
    const { statements } = this.session;
    const hits: Map<number, NameHit>[] = mentions.map(() => new Map());
    for (const row of statements.namesByKey.all(parameters))
      for (const index of wanted.get(row.key) ?? [])
        hits[index]?.set(row.no, { ...hitOf(row), full: mentions[index]?.key === row.key });
    for (const row of statements.namesByBareKey.all(parameters))
      for (const index of wanted.get(row.bareKey ?? "") ?? [])
        if (!hits[index]?.has(row.no)) hits[index]?.set(row.no, { ...hitOf(row), full: false });
    return hits.map((byRow) => [...byRow.entries()].sort(([a], [b]) => a - b).map(([, hit]) => hit));
  }

  async namesByHeads(heads: readonly string[]): Promise<KnownName[]> {
    if (heads.length === 0) return [];
    const parameters = { campaign: this.campaign, heads: json(heads) };
    const rows = new Map(
      [
        ...this.session.statements.namesByHead.all(parameters),
        ...this.session.statements.namesByBareHead.all(parameters),
      ].map((row) => [row.no, row]),
    );
    return [...rows.values()].map(({ text, entityId, name, type }) => ({ text, entityId, canonicalName: name, type }));
  }

  async namesBySpelling(mentions: readonly string[], limit: number): Promise<SpellingHit[][]> {
    if (mentions.length === 0) return [];
    const index = this.session.spellings();
    return mentions.map((mention) => {
      const nos = index.candidates(this.campaign, mention, limit);
      if (nos.length === 0) return [];
      const rows = new Map(
        this.session.statements.namesByNo
          .all({ nos: json(nos.map((hit) => hit.spellingId)) })
          .map((row) => [row.no, hitOf(row)]),
      );
      return nos.flatMap((hit) => rows.get(hit.spellingId) ?? []);
    });
  }

  async facts(entityIds: readonly string[], attributeKeys?: readonly string[]): Promise<AttributFige[]> {
    const nos = this.entityNos(entityIds);
    if (nos.size === 0) return [];
    const list = json([...nos.values()]);
    const rows = attributeKeys
      ? this.session.statements.factsByKeys.all({ nos: list, keys: json(attributeKeys) })
      : this.session.statements.facts.all({ nos: list });
    const order = new Map(entityIds.map((id, index) => [id, index]));
    return rows.sort((a, b) => (order.get(a.entityId) ?? 0) - (order.get(b.entityId) ?? 0));
  }

  async fact(entityId: string, attributeKey: string): Promise<AttributFige | null> {
    return this.session.statements.fact.get({ campaign: this.campaign, id: entityId, attributeKey }) ?? null;
  }

  async constraints(entityId: string): Promise<Contrainte[]> {
    return this.session.statements.constraints.all({ campaign: this.campaign, id: entityId });
  }

  async neighbours(entityIds: readonly string[]): Promise<string[]> {
    const nos = this.entityNos(entityIds);
    if (nos.size === 0) return [];
    const parameters = { nos: json([...nos.values()]) };
    const { statements } = this.session;
    const found = [...statements.neighboursOut.all(parameters), ...statements.neighboursIn.all(parameters)];
    return [...new Set(found.map((row) => row.id))];
  }

  async currentScene(): Promise<Scene | null> {
    return sceneOf(this.session.statements.currentScene.get({ campaign: this.campaign }));
  }

  async scene(sceneId: string): Promise<Scene | null> {
    return sceneOf(this.session.statements.scene.get({ campaign: this.campaign, id: sceneId }));
  }

  async turn(): Promise<number> {
    return this.session.statements.counters.get({ campaign: this.campaign })?.turn ?? 0;
  }

  async operation(operationId: string): Promise<StoredOperation | null> {
    return this.session.statements.operation.get({ campaign: this.campaign, id: operationId }) ?? null;
  }

  async events(after: number, limit: number): Promise<CanonEvent[]> {
    return this.session.statements.events.all({ campaign: this.campaign, after, limit }).map((row) => ({
      v: 1,
      seq: row.seq,
      ts: row.ts,
      type: row.type,
      subsystem: row.type.split(".")[0] ?? row.type,
      id: row.id,
      campaign: this.info.id,
      payload: row.payload,
    }));
  }

  async nearest(vector: Float32Array, limit: number, type?: EntityType): Promise<VectorHit[]> {
    const { nearestVectors } = await import("./vectors.ts");
    const hits = nearestVectors(this.session.connection.raw, this.campaign, vector, limit, type);
    return hits;
  }

  async awaitingVectors(limit: number): Promise<string[]> {
    return this.session.statements.awaiting.all({ campaign: this.campaign, limit }).map((row) => row.id);
  }

  protected entityNos(entityIds: readonly string[]): Map<string, number> {
    if (entityIds.length === 0) return new Map();
    const rows = this.session.statements.entityNos.all({ campaign: this.campaign, ids: json(entityIds) });
    return new Map(rows.map((row) => [row.id, row.no]));
  }

  #withAliases(rows: readonly EntityRow[]): Entity[] {
    if (rows.length === 0) return [];
    const byEntity = new Map<number, Entity["aliases"]>(rows.map((row) => [row.no, []]));
    for (const row of this.session.statements.aliasesOf.all({ nos: json(rows.map((r) => r.no)) }))
      if (row.position > 0)
        byEntity.get(row.entityNo)?.push({ text: row.text, source: row.source, observedAt: row.observedAt });
    return rows.map((row) => ({
      entityId: row.id,
      type: row.type,
      name: row.name,
      description: row.description,
      aliases: byEntity.get(row.no) ?? [],
      tags: row.tags,
      createdAt: row.createdAt,
    }));
  }
}

function hitOf({ text, entityId, name, type }: SpellingHit): SpellingHit {
  return { text, entityId, name, type };
}

function sceneOf(row: typeof sceneTable.$inferSelect | undefined): Scene | null {
  if (!row) return null;
  const { id, locationEntityId, presentEntityIds, description, turnNumber, createdAt } = row;
  return { sceneId: id, locationEntityId, presentEntityIds, description, turnNumber, createdAt };
}
