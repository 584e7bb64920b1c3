import type { CampaignInfo } from "../domain/campaign.ts";
import type { Contrainte } from "../domain/constraint.ts";
import type { Alias, Entity, EntityType } from "../domain/entity.ts";
import type { CanonEvent, EventType } from "../domain/event.ts";
import type { AttributFige } from "../domain/fact.ts";
import type { KnownName } from "../domain/gate.ts";
import type { RelationKind } from "../domain/relation.ts";
import type { Scene } from "../domain/scene.ts";

/** One spelling of an entity that has the key of a mention. */
export interface NameHit {
  entityId: string;
  name: string;
  type: EntityType;
  /** The stored spelling that matched. */
  text: string;
  /** True when the keys are equal with their articles, false when only without. */
  full: boolean;
}

/** The keys a mention is looked up by: its own and, when it begins with an article, the one without. */
export interface MentionKeys {
  key: string;
  bare: string | null;
}

/** A spelling that resembles a mention, found by index. */
export interface SpellingHit {
  entityId: string;
  name: string;
  type: EntityType;
  text: string;
}

/** A canon entity near to a vector; `similarity` is the cosine, -1 to 1. */
export interface VectorHit {
  entityId: string;
  name: string;
  type: EntityType;
  similarity: number;
}

/** The result of an operation that carried an `operationId`. */
export interface StoredOperation {
  operation: string;
  fingerprint: string;
  result: unknown;
}

/** What may be read of one campaign. No method can see another campaign. */
export interface CampaignReads {
  entity(entityId: string): Promise<Entity | null>;
  /** Found entities in the order asked; unknown ids are left out. */
  entities(entityIds: readonly string[]): Promise<Entity[]>;
  /** The ids of the list that this campaign does not hold, in order. */
  unknownEntities(entityIds: readonly string[]): Promise<string[]>;
  /** The first free homonym number of a name: 0 when no entity of that type bears it. */
  nextHomonym(type: EntityType, key: string): Promise<number>;
  /** Every spelling with one of the keys, for each mention in order. */
  namesByKeys(mentions: readonly MentionKeys[]): Promise<NameHit[][]>;
  /** Every spelling whose head (see `nameHead`) is one of these. */
  namesByHeads(heads: readonly string[]): Promise<KnownName[]>;
  /** Spellings that resemble each mention, at most `limit` each, nearest first, found by index. */
  namesBySpelling(mentions: readonly string[], limit: number): Promise<SpellingHit[][]>;
  /** Facts of these entities in the order of the entities, then by age; narrowed to some keys when given. */
  facts(entityIds: readonly string[], attributeKeys?: readonly string[]): Promise<AttributFige[]>;
  fact(entityId: string, attributeKey: string): Promise<AttributFige | null>;
  constraints(entityId: string): Promise<Contrainte[]>;
  /** Entities one edge away from any of these, in either direction. */
  neighbours(entityIds: readonly string[]): Promise<string[]>;
  currentScene(): Promise<Scene | null>;
  scene(sceneId: string): Promise<Scene | null>;
  /** The number of the running turn, 0 before the first. */
  turn(): Promise<number>;
  /** The entities most recently touched by any write, newest first. */
  recentEntities(limit: number): Promise<Entity[]>;
  operation(operationId: string): Promise<StoredOperation | null>;
  /** Events with `seq` greater than `after`, in order. */
  events(after: number, limit: number): Promise<CanonEvent[]>;
  /** Nearest entities in the campaign's vectors, by cosine. */
  nearest(vector: Float32Array, limit: number, type?: EntityType): Promise<VectorHit[]>;
  /** Entities that wait for a vector, oldest first. */
  awaitingVectors(limit: number): Promise<string[]>;
  /** How many entities the campaign holds. */
  countEntities(): Promise<number>;
}

export interface NewEntity {
  entityId: string;
  type: EntityType;
  name: string;
  key: string;
  homonym: number;
  description: string;
  tags: string[];
  createdAt: number;
}

/** One transaction. Nothing of it is seen by others before it ends, and nothing of it remains when it throws. */
export interface CampaignTransaction extends CampaignReads {
  /** False when the name is taken under that homonym number: uniqueness is the database's. */
  insertEntity(entity: NewEntity): Promise<boolean>;
  /** Adds spellings that the entity does not have; answers those that were added. */
  addAliases(entityId: string, aliases: readonly Alias[]): Promise<Alias[]>;
  /** False when the attribute is already a fact. */
  insertFact(fact: AttributFige): Promise<boolean>;
  insertConstraint(entityId: string, constraint: Contrainte): Promise<void>;
  insertRelation(relation: {
    from: string;
    to: string;
    kind: RelationKind;
    label: string;
    createdAt: number;
  }): Promise<void>;
  insertScene(scene: Scene): Promise<void>;
  /** Opens the next turn and answers its number. `summary` is of the turn that ends. */
  openTurn(summary: string | null, at: number): Promise<number>;
  /** Marks entities as the most recently concerned. */
  touch(entityIds: readonly string[], at: number): Promise<void>;
  appendEvent(type: EventType, payload: Record<string, unknown>, at: number): Promise<void>;
  saveOperation(operationId: string, operation: StoredOperation, at: number): Promise<void>;
  /** Notes that an entity's text changed, so that a remote vector must be made again. `force` at once, else after five. */
  markForVector(entityId: string, force: boolean): Promise<void>;
  putVector(entityId: string, model: string, vector: Float32Array, at: number): Promise<void>;
  /** Waits for no vector of this entity any more, until its text changes as `markForVector` has it. */
  giveUpVector(entityId: string): Promise<void>;
}

/** One open campaign. */
export interface CampaignStore extends CampaignReads {
  readonly info: CampaignInfo;
  /** Runs reads that see one moment of the canon. */
  snapshot<T>(read: (reads: CampaignReads) => Promise<T>): Promise<T>;
  /** Runs one serialised transaction: it sees every earlier write, and no other runs beside it. */
  write<T>(change: (transaction: CampaignTransaction) => Promise<T>): Promise<T>;
}

/** Everything one database holds. All methods throw SneqError REPOSITORY_ERROR when the database cannot be used. */
export interface Store {
  campaigns(): Promise<CampaignInfo[]>;
  /** Null when there is no such campaign; an absent database holds none and is not created. */
  campaign(campaignId: string, access?: "reads" | "writes"): Promise<CampaignStore | null>;
  /**
   * Creates the campaign, and the database when it is absent, and runs `first` in the same transaction.
   * False when the campaign exists: then nothing is written.
   */
  createCampaign(info: CampaignInfo, first: (transaction: CampaignTransaction) => Promise<void>): Promise<boolean>;
  /** False when there is no such campaign. Takes its events with it: the only thing that deletes events. */
  deleteCampaign(campaignId: string): Promise<boolean>;
  close(): void;
}
