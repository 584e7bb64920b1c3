import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Rule } from "../../domain/constraint.ts";
import { ALIAS_SOURCES, ENTITY_TYPES } from "../../domain/entity.ts";
import { EVENT_TYPES } from "../../domain/event.ts";
import { CATEGORIES, type Observation } from "../../domain/fact.ts";
import { RELATION_KINDS } from "../../domain/relation.ts";
import type { AttributValue } from "../../domain/value.ts";

// Every table leads with the campaign's number, so that no query of one campaign can reach another's rows.
const campaignNo = () =>
  integer("campaign_no")
    .notNull()
    .references(() => campaigns.no, { onDelete: "cascade" });

export const campaigns = sqliteTable("campaigns", {
  no: integer("no").primaryKey({ autoIncrement: true }),
  id: text("id").notNull().unique(),
  name: text("name").notNull(),
  languages: text("languages", { mode: "json" }).$type<string[]>().notNull(),
  embeddingModel: text("embedding_model").notNull(),
  embeddingDim: integer("embedding_dim").notNull(),
  turn: integer("turn").notNull().default(0),
  entityCount: integer("entity_count").notNull().default(0),
  eventSeq: integer("event_seq").notNull().default(0),
  createdAt: integer("created_at").notNull(),
});

export const entities = sqliteTable(
  "entities",
  {
    no: integer("no").primaryKey(),
    campaignNo: campaignNo(),
    id: text("id").notNull(),
    type: text("type", { enum: ENTITY_TYPES }).notNull(),
    name: text("name").notNull(),
    key: text("key").notNull(),
    homonym: integer("homonym").notNull(),
    description: text("description").notNull(),
    tags: text("tags", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: integer("created_at").notNull(),
    touchedAt: integer("touched_at").notNull(),
  },
  (t) => [
    uniqueIndex("entities_id").on(t.campaignNo, t.id),
    uniqueIndex("entities_name").on(t.campaignNo, t.type, t.key, t.homonym),
    index("entities_touched").on(t.campaignNo, t.touchedAt),
  ],
);

/** Every spelling of an entity: its name (position 0) and its aliases, in the order they were observed. */
export const aliases = sqliteTable(
  "aliases",
  {
    no: integer("no").primaryKey(),
    campaignNo: campaignNo(),
    entityNo: integer("entity_no")
      .notNull()
      .references(() => entities.no, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    text: text("text").notNull(),
    key: text("key").notNull(),
    bareKey: text("bare_key"),
    head: text("head").notNull(),
    bareHead: text("bare_head"),
    source: text("source", { enum: ALIAS_SOURCES }).notNull(),
    observedAt: integer("observed_at").notNull(),
  },
  (t) => [
    uniqueIndex("aliases_entity_key").on(t.entityNo, t.key),
    index("aliases_key").on(t.campaignNo, t.key),
    index("aliases_bare_key").on(t.campaignNo, t.bareKey).where(sql`${t.bareKey} is not null`),
    index("aliases_head").on(t.campaignNo, t.head),
    index("aliases_bare_head").on(t.campaignNo, t.bareHead).where(sql`${t.bareHead} is not null`),
  ],
);

export const facts = sqliteTable(
  "facts",
  {
    no: integer("no").primaryKey(),
    campaignNo: campaignNo(),
    id: text("id").notNull(),
    entityNo: integer("entity_no")
      .notNull()
      .references(() => entities.no, { onDelete: "cascade" }),
    attributeKey: text("attribute_key").notNull(),
    value: text("value", { mode: "json" }).$type<AttributValue>().notNull(),
    category: text("category", { enum: CATEGORIES }).notNull(),
    observation: text("observation", { mode: "json" }).$type<Observation>().notNull(),
    turn: integer("turn").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    // One fact for an attribute, for ever: of two rivals the database lets one in.
    uniqueIndex("facts_attribute").on(t.entityNo, t.attributeKey),
    uniqueIndex("facts_id").on(t.campaignNo, t.id),
  ],
);

export const constraints = sqliteTable(
  "constraints",
  {
    no: integer("no").primaryKey(),
    campaignNo: campaignNo(),
    id: text("id").notNull(),
    entityNo: integer("entity_no")
      .notNull()
      .references(() => entities.no, { onDelete: "cascade" }),
    attributeKey: text("attribute_key").notNull(),
    rule: text("rule", { mode: "json" }).$type<Rule>().notNull(),
    justification: text("justification").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [
    index("constraints_entity").on(t.entityNo, t.attributeKey),
    uniqueIndex("constraints_id").on(t.campaignNo, t.id),
  ],
);

/** Edges of the coherence graph: one for each reference in a fact, and those a program adds. */
export const relations = sqliteTable(
  "relations",
  {
    no: integer("no").primaryKey(),
    campaignNo: campaignNo(),
    fromNo: integer("from_no")
      .notNull()
      .references(() => entities.no, { onDelete: "cascade" }),
    toNo: integer("to_no")
      .notNull()
      .references(() => entities.no, { onDelete: "cascade" }),
    kind: text("kind", { enum: RELATION_KINDS }).notNull(),
    label: text("label").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("relations_edge").on(t.fromNo, t.toNo, t.kind, t.label), index("relations_to").on(t.toNo)],
);

export const scenes = sqliteTable(
  "scenes",
  {
    no: integer("no").primaryKey(),
    campaignNo: campaignNo(),
    id: text("id").notNull(),
    locationEntityId: text("location_entity_id").notNull(),
    presentEntityIds: text("present_entity_ids", { mode: "json" }).$type<string[]>().notNull(),
    description: text("description").notNull(),
    turnNumber: integer("turn_number").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [uniqueIndex("scenes_id").on(t.campaignNo, t.id), index("scenes_campaign").on(t.campaignNo, t.no)],
);

/** Turns that were opened; `summary` is of the turn that this one closed. */
export const turns = sqliteTable(
  "turns",
  {
    campaignNo: campaignNo(),
    number: integer("number").notNull(),
    summary: text("summary"),
    openedAt: integer("opened_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignNo, t.number] })],
);

/** Which vector an entity has and how stale it is. Vectors of the local space are computed, never stored. */
export const embeddings = sqliteTable(
  "embeddings",
  {
    entityNo: integer("entity_no")
      .primaryKey()
      .references(() => entities.no, { onDelete: "cascade" }),
    campaignNo: campaignNo(),
    /** Null while no vector has been made. */
    model: text("model"),
    changes: integer("changes").notNull(),
    awaiting: integer("awaiting", { mode: "boolean" }).notNull(),
    refreshedAt: integer("refreshed_at"),
  },
  (t) => [index("embeddings_awaiting").on(t.campaignNo, t.entityNo).where(sql`${t.awaiting} = 1`)],
);

export const events = sqliteTable(
  "events",
  {
    campaignNo: campaignNo(),
    seq: integer("seq").notNull(),
    id: text("id").notNull(),
    ts: text("ts").notNull(),
    type: text("type", { enum: EVENT_TYPES }).notNull(),
    payload: text("payload", { mode: "json" }).$type<Record<string, unknown>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignNo, t.seq] })],
);

/** Results of operations that carried an id, so that a retry answers as the first time. */
export const operations = sqliteTable(
  "operations",
  {
    campaignNo: campaignNo(),
    operationId: text("operation_id").notNull(),
    operation: text("operation").notNull(),
    fingerprint: text("fingerprint").notNull(),
    result: text("result", { mode: "json" }).$type<unknown>().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.campaignNo, t.operationId] })],
);
