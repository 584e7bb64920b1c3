import { and, eq, sql } from "drizzle-orm";
import { type Db, listed, p } from "./parameters.ts";
import {
  aliases,
  campaigns,
  constraints,
  entities,
  events,
  facts,
  operations,
  relations,
  scenes,
  turns,
} from "./schema.ts";

/** What is written, each statement as a function that prepares it. */
export const WRITES = {
  insertCampaign: (db: Db) =>
    db
      .insert(campaigns)
      .values({
        id: p("id"),
        name: p("name"),
        languages: p("languages"),
        embeddingModel: p("embeddingModel"),
        embeddingDim: p("embeddingDim"),
        createdAt: p("createdAt"),
      })
      .onConflictDoNothing()
      .prepare(),
  deleteCampaign: (db: Db) =>
    db
      .delete(campaigns)
      .where(eq(campaigns.no, p("campaign")))
      .prepare(),
  insertEntity: (db: Db) =>
    db
      .insert(entities)
      .values({
        campaignNo: p("campaign"),
        id: p("id"),
        type: p("type"),
        name: p("name"),
        key: p("key"),
        homonym: p("homonym"),
        description: p("description"),
        tags: p("tags"),
        createdAt: p("at"),
        touchedAt: p("at"),
      })
      .onConflictDoNothing()
      .returning({ no: entities.no })
      .prepare(),
  countEntity: (db: Db) =>
    db
      .update(campaigns)
      .set({ entityCount: sql`${campaigns.entityCount} + 1` })
      .where(eq(campaigns.no, p("campaign")))
      .prepare(),
  lastPosition: (db: Db) =>
    db
      .select({ position: sql<number>`coalesce(max(${aliases.position}), -1)` })
      .from(aliases)
      .where(eq(aliases.entityNo, p("entity")))
      .prepare(),
  insertAlias: (db: Db) =>
    db
      .insert(aliases)
      .values({
        campaignNo: p("campaign"),
        entityNo: p("entity"),
        position: p("position"),
        text: p("text"),
        key: p("key"),
        bareKey: p("bareKey"),
        head: p("head"),
        bareHead: p("bareHead"),
        source: p("source"),
        observedAt: p("observedAt"),
      })
      .onConflictDoNothing()
      .returning({ no: aliases.no })
      .prepare(),
  insertFact: (db: Db) =>
    db
      .insert(facts)
      .values({
        campaignNo: p("campaign"),
        id: p("id"),
        entityNo: p("entity"),
        attributeKey: p("attributeKey"),
        value: p("value"),
        category: p("category"),
        observation: p("observation"),
        turn: p("turn"),
        createdAt: p("createdAt"),
      })
      .onConflictDoNothing()
      .prepare(),
  insertConstraint: (db: Db) =>
    db
      .insert(constraints)
      .values({
        campaignNo: p("campaign"),
        id: p("id"),
        entityNo: p("entity"),
        attributeKey: p("attributeKey"),
        rule: p("rule"),
        justification: p("justification"),
        createdAt: p("createdAt"),
      })
      .prepare(),
  insertRelation: (db: Db) =>
    db
      .insert(relations)
      .values({
        campaignNo: p("campaign"),
        fromNo: p("from"),
        toNo: p("to"),
        kind: p("kind"),
        label: p("label"),
        createdAt: p("createdAt"),
      })
      .onConflictDoNothing()
      .prepare(),
  insertScene: (db: Db) =>
    db
      .insert(scenes)
      .values({
        campaignNo: p("campaign"),
        id: p("id"),
        locationEntityId: p("location"),
        presentEntityIds: p("present"),
        description: p("description"),
        turnNumber: p("turn"),
        createdAt: p("createdAt"),
      })
      .prepare(),
  nextTurn: (db: Db) =>
    db
      .update(campaigns)
      .set({ turn: sql`${campaigns.turn} + 1` })
      .where(eq(campaigns.no, p("campaign")))
      .returning({ turn: campaigns.turn })
      .prepare(),
  insertTurn: (db: Db) =>
    db
      .insert(turns)
      .values({ campaignNo: p("campaign"), number: p("number"), summary: p("summary"), openedAt: p("at") })
      .prepare(),
  touch: (db: Db) =>
    db
      .update(entities)
      .set({ touchedAt: sql`${p("at")}` })
      .where(and(eq(entities.campaignNo, p("campaign")), sql`${entities.id} in ${listed("ids")}`))
      .prepare(),
  nextSeq: (db: Db) =>
    db
      .update(campaigns)
      .set({ eventSeq: sql`${campaigns.eventSeq} + 1` })
      .where(eq(campaigns.no, p("campaign")))
      .returning({ seq: campaigns.eventSeq })
      .prepare(),
  insertEvent: (db: Db) =>
    db
      .insert(events)
      .values({
        campaignNo: p("campaign"),
        seq: p("seq"),
        id: p("id"),
        ts: p("ts"),
        type: p("type"),
        payload: p("payload"),
      })
      .prepare(),
  insertOperation: (db: Db) =>
    db
      .insert(operations)
      .values({
        campaignNo: p("campaign"),
        operationId: p("id"),
        operation: p("operation"),
        fingerprint: p("fingerprint"),
        result: p("result"),
        createdAt: p("at"),
      })
      .prepare(),
};
