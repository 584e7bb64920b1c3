import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { type Db, listed, p } from "./parameters.ts";
import {
  aliases,
  campaigns,
  constraints,
  embeddings,
  entities,
  events,
  facts,
  operations,
  relations,
  scenes,
} from "./schema.ts";

/** What is read, each statement as a function that prepares it. */
export const READS = {
  campaigns: (db: Db) => db.select().from(campaigns).orderBy(asc(campaigns.no)).prepare(),
  campaign: (db: Db) =>
    db
      .select()
      .from(campaigns)
      .where(eq(campaigns.id, p("id")))
      .prepare(),
  counters: (db: Db) =>
    db
      .select({ turn: campaigns.turn, entityCount: campaigns.entityCount })
      .from(campaigns)
      .where(eq(campaigns.no, p("campaign")))
      .prepare(),

  entities: (db: Db) =>
    db
      .select()
      .from(entities)
      .where(and(eq(entities.campaignNo, p("campaign")), sql`${entities.id} in ${listed("ids")}`))
      .prepare(),
  entityNos: (db: Db) =>
    db
      .select({ id: entities.id, no: entities.no })
      .from(entities)
      .where(and(eq(entities.campaignNo, p("campaign")), sql`${entities.id} in ${listed("ids")}`))
      .prepare(),
  nextHomonym: (db: Db) =>
    db
      .select({ next: sql<number>`coalesce(max(${entities.homonym}) + 1, 0)` })
      .from(entities)
      .where(and(eq(entities.campaignNo, p("campaign")), eq(entities.type, p("type")), eq(entities.key, p("key"))))
      .prepare(),
  recentEntities: (db: Db) =>
    db
      .select()
      .from(entities)
      .where(eq(entities.campaignNo, p("campaign")))
      .orderBy(desc(entities.touchedAt), desc(entities.no))
      .limit(p("limit"))
      .prepare(),
  aliasesOf: (db: Db) =>
    db
      .select()
      .from(aliases)
      .where(sql`${aliases.entityNo} in ${listed("nos")}`)
      .orderBy(asc(aliases.entityNo), asc(aliases.position))
      .prepare(),
  namesByKey: (db: Db) =>
    names(db)
      .where(and(eq(aliases.campaignNo, p("campaign")), sql`${aliases.key} in ${listed("keys")}`))
      .prepare(),
  namesByBareKey: (db: Db) =>
    names(db)
      .where(
        and(
          eq(aliases.campaignNo, p("campaign")),
          sql`${aliases.bareKey} is not null and ${aliases.bareKey} in ${listed("keys")}`,
        ),
      )
      .prepare(),
  namesByHead: (db: Db) =>
    names(db)
      .where(and(eq(aliases.campaignNo, p("campaign")), sql`${aliases.head} in ${listed("heads")}`))
      .prepare(),
  namesByBareHead: (db: Db) =>
    names(db)
      .where(
        and(
          eq(aliases.campaignNo, p("campaign")),
          sql`${aliases.bareHead} is not null and ${aliases.bareHead} in ${listed("heads")}`,
        ),
      )
      .prepare(),
  namesByNo: (db: Db) =>
    names(db)
      .where(sql`${aliases.no} in ${listed("nos")}`)
      .prepare(),

  facts: (db: Db) =>
    factRows(db)
      .where(sql`${facts.entityNo} in ${listed("nos")}`)
      .orderBy(asc(facts.no))
      .prepare(),
  factsByKeys: (db: Db) =>
    factRows(db)
      .where(and(sql`${facts.entityNo} in ${listed("nos")}`, sql`${facts.attributeKey} in ${listed("keys")}`))
      .orderBy(asc(facts.no))
      .prepare(),
  fact: (db: Db) =>
    factRows(db)
      .where(
        and(
          eq(entities.campaignNo, p("campaign")),
          eq(entities.id, p("id")),
          eq(facts.attributeKey, p("attributeKey")),
        ),
      )
      .prepare(),
  constraints: (db: Db) =>
    db
      .select({
        constraintId: constraints.id,
        attributeKey: constraints.attributeKey,
        rule: constraints.rule,
        justification: constraints.justification,
        createdAt: constraints.createdAt,
      })
      .from(constraints)
      .innerJoin(entities, eq(entities.no, constraints.entityNo))
      .where(and(eq(entities.campaignNo, p("campaign")), eq(entities.id, p("id"))))
      .orderBy(asc(constraints.no))
      .prepare(),
  neighboursOut: (db: Db) =>
    db
      .select({ id: entities.id })
      .from(relations)
      .innerJoin(entities, eq(entities.no, relations.toNo))
      .where(sql`${relations.fromNo} in ${listed("nos")}`)
      .orderBy(asc(relations.no))
      .prepare(),
  neighboursIn: (db: Db) =>
    db
      .select({ id: entities.id })
      .from(relations)
      .innerJoin(entities, eq(entities.no, relations.fromNo))
      .where(sql`${relations.toNo} in ${listed("nos")}`)
      .orderBy(asc(relations.no))
      .prepare(),
  currentScene: (db: Db) =>
    db
      .select()
      .from(scenes)
      .where(eq(scenes.campaignNo, p("campaign")))
      .orderBy(desc(scenes.no))
      .limit(1)
      .prepare(),
  scene: (db: Db) =>
    db
      .select()
      .from(scenes)
      .where(and(eq(scenes.campaignNo, p("campaign")), eq(scenes.id, p("id"))))
      .prepare(),
  operation: (db: Db) =>
    db
      .select({ operation: operations.operation, fingerprint: operations.fingerprint, result: operations.result })
      .from(operations)
      .where(and(eq(operations.campaignNo, p("campaign")), eq(operations.operationId, p("id"))))
      .prepare(),
  events: (db: Db) =>
    db
      .select()
      .from(events)
      .where(and(eq(events.campaignNo, p("campaign")), gt(events.seq, p("after"))))
      .orderBy(asc(events.seq))
      .limit(p("limit"))
      .prepare(),
  awaiting: (db: Db) =>
    db
      .select({ id: entities.id })
      .from(embeddings)
      .innerJoin(entities, eq(entities.no, embeddings.entityNo))
      .where(and(eq(embeddings.campaignNo, p("campaign")), sql`${embeddings.awaiting} = 1`))
      .orderBy(asc(embeddings.entityNo))
      .limit(p("limit"))
      .prepare(),
};

function names(db: Db) {
  return db
    .select({
      no: aliases.no,
      text: aliases.text,
      key: aliases.key,
      bareKey: aliases.bareKey,
      entityId: entities.id,
      name: entities.name,
      type: entities.type,
    })
    .from(aliases)
    .innerJoin(entities, eq(entities.no, aliases.entityNo));
}

function factRows(db: Db) {
  return db
    .select({
      factId: facts.id,
      entityId: entities.id,
      attributeKey: facts.attributeKey,
      value: facts.value,
      category: facts.category,
      observation: facts.observation,
      turn: facts.turn,
      createdAt: facts.createdAt,
    })
    .from(facts)
    .innerJoin(entities, eq(entities.no, facts.entityNo));
}
