import { LOCAL_EMBEDDING_MODEL } from "../../domain/campaign.ts";
import type { Contrainte } from "../../domain/constraint.ts";
import type { Alias } from "../../domain/entity.ts";
import type { EventType } from "../../domain/event.ts";
import type { AttributFige } from "../../domain/fact.ts";
import { newId } from "../../domain/ids.ts";
import type { RelationKind } from "../../domain/relation.ts";
import type { Scene } from "../../domain/scene.ts";
import { comparisonKey, keyWithoutArticle, nameHead } from "../../domain/text.ts";
import { referencedEntities } from "../../domain/value.ts";
import type { CampaignTransaction, NewEntity, StoredOperation } from "../store.ts";
import { type Session, SqliteReads } from "./reads.ts";

/** Writes of one campaign inside a running transaction. */
export class SqliteTransaction extends SqliteReads implements CampaignTransaction {
  readonly #articles: readonly string[];

  constructor(session: Session, campaign: number, info: SqliteReads["info"], articles: readonly string[]) {
    super(session, campaign, info);
    this.#articles = articles;
  }

  async insertEntity(entity: NewEntity): Promise<boolean> {
    const row = this.session.statements.insertEntity.get({
      campaign: this.campaign,
      id: entity.entityId,
      type: entity.type,
      name: entity.name,
      key: entity.key,
      homonym: entity.homonym,
      description: entity.description,
      tags: entity.tags,
      at: entity.createdAt,
    });
    if (!row) return false;
    this.session.statements.countEntity.run({ campaign: this.campaign });
    this.#addSpelling(row.no, 0, { text: entity.name, source: "GM_NARRATION", observedAt: entity.createdAt });
    return true;
  }

  async addAliases(entityId: string, aliases: readonly Alias[]): Promise<Alias[]> {
    const entity = this.#no(entityId);
    let position = (this.session.statements.lastPosition.get({ entity })?.position ?? 0) + 1;
    return aliases.filter((alias) => {
      const added = this.#addSpelling(entity, position, alias);
      if (added) position++;
      return added;
    });
  }

  async insertFact(fact: AttributFige): Promise<boolean> {
    const entity = this.#no(fact.entityId);
    const { changes } = this.session.statements.insertFact.run({
      campaign: this.campaign,
      id: fact.factId,
      entity,
      attributeKey: fact.attributeKey,
      value: fact.value,
      category: fact.category,
      observation: fact.observation,
      turn: fact.turn,
      createdAt: fact.createdAt,
    });
    if (changes === 0) return false;
    for (const to of referencedEntities(fact.value))
      await this.insertRelation({
        from: fact.entityId,
        to,
        kind: "FACT",
        label: fact.attributeKey,
        createdAt: fact.createdAt,
      });
    return true;
  }

  async insertConstraint(entityId: string, constraint: Contrainte): Promise<void> {
    this.session.statements.insertConstraint.run({
      campaign: this.campaign,
      id: constraint.constraintId,
      entity: this.#no(entityId),
      attributeKey: constraint.attributeKey,
      rule: constraint.rule,
      justification: constraint.justification,
      createdAt: constraint.createdAt,
    });
  }

  async insertRelation(relation: {
    from: string;
    to: string;
    kind: RelationKind;
    label: string;
    createdAt: number;
  }): Promise<void> {
    const { kind, label, createdAt } = relation;
    this.session.statements.insertRelation.run({
      campaign: this.campaign,
      from: this.#no(relation.from),
      to: this.#no(relation.to),
      kind,
      label,
      createdAt,
    });
  }

  async insertScene(scene: Scene): Promise<void> {
    this.session.statements.insertScene.run({
      campaign: this.campaign,
      id: scene.sceneId,
      location: scene.locationEntityId,
      present: scene.presentEntityIds,
      description: scene.description,
      turn: scene.turnNumber,
      createdAt: scene.createdAt,
    });
  }

  async openTurn(summary: string | null, at: number): Promise<number> {
    const turn = this.session.statements.nextTurn.get({ campaign: this.campaign })?.turn ?? 0;
    this.session.statements.insertTurn.run({ campaign: this.campaign, number: turn, summary, at });
    return turn;
  }

  async touch(entityIds: readonly string[], at: number): Promise<void> {
    this.session.statements.touch.run({ campaign: this.campaign, ids: JSON.stringify(entityIds), at });
  }

  async appendEvent(type: EventType, payload: Record<string, unknown>, at: number): Promise<void> {
    const seq = this.session.statements.nextSeq.get({ campaign: this.campaign })?.seq ?? 0;
    const ts = new Date(at).toISOString();
    this.session.statements.insertEvent.run({ campaign: this.campaign, seq, id: newId("evt", at), ts, type, payload });
  }

  async saveOperation(operationId: string, operation: StoredOperation, at: number): Promise<void> {
    this.session.statements.insertOperation.run({ campaign: this.campaign, id: operationId, ...operation, at });
  }

  async markForVector(entityId: string, force: boolean): Promise<void> {
    if (this.info.embeddingModel === LOCAL_EMBEDDING_MODEL) return;
    const { markForVector } = await import("./vectors.ts");
    markForVector(this.session.connection.raw, this.campaign, this.#no(entityId), force);
  }

  async putVector(entityId: string, model: string, vector: Float32Array, at: number): Promise<void> {
    const { putVector } = await import("./vectors.ts");
    putVector(this.session.connection.raw, this.campaign, this.#no(entityId), model, vector, at);
  }

  async giveUpVector(entityId: string): Promise<void> {
    const { giveUpVector } = await import("./vectors.ts");
    giveUpVector(this.session.connection.raw, this.#no(entityId));
  }

  #no(entityId: string): number {
    const no = this.entityNos([entityId]).get(entityId);
    if (no === undefined) throw new Error(`no entity ${entityId}: its existence is checked before it is written to`);
    return no;
  }

  /** One more spelling; false when the entity already has one with this key. */
  #addSpelling(entity: number, position: number, { text, source, observedAt }: Alias): boolean {
    const key = comparisonKey(text);
    const bareKey = keyWithoutArticle(key, this.#articles);
    const row = this.session.statements.insertAlias.get({
      campaign: this.campaign,
      entity,
      position,
      text,
      key,
      bareKey,
      head: nameHead(key),
      bareHead: bareKey === null ? null : nameHead(bareKey),
      source,
      observedAt,
    });
    if (row) this.session.spellings().add(this.campaign, row.no, text);
    return row !== undefined;
  }
}
