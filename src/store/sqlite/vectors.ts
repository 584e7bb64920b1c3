import type { Database } from "better-sqlite3";
import type { EntityType } from "../../domain/entity.ts";
import type { VectorHit } from "../store.ts";

/** Changes after which an entity's vector is made again, when none of them was forced. */
const REFRESH_AFTER = 5;

const loaded = new WeakSet<Database>();

/** sqlite-vec is a native extension: loaded only by a campaign of a remote space. */
function load(raw: Database): void {
  if (loaded.has(raw)) return;
  // biome-ignore lint/suspicious/noExplicitAny: the package is CommonJS and is loaded where it is first needed.
  const vec = process.getBuiltinModule("node:module").createRequire(import.meta.url)("sqlite-vec") as any;
  vec.load(raw);
  loaded.add(raw);
}

/** One table for each dimension; the campaign partitions it, or a search would answer from other campaigns. */
function table(raw: Database, dim: number): string {
  load(raw);
  const name = `vectors_${dim}`;
  if (!exists(raw, name) && !raw.readonly)
    raw.exec(
      `create virtual table if not exists ${name} using vec0(entity_no integer primary key, campaign_no integer partition key, embedding float[${dim}] distance_metric=cosine)`,
    );
  return name;
}

function exists(raw: Database, name: string): boolean {
  return raw.prepare("select 1 from sqlite_master where name = ?").get(name) !== undefined;
}

export function markForVector(raw: Database, campaign: number, entity: number, force: boolean): void {
  raw
    .prepare(
      `insert into embeddings (entity_no, campaign_no, changes, awaiting) values (?, ?, 1, 1)
       on conflict (entity_no) do update set changes = changes + 1, awaiting = max(awaiting, ?, changes + 1 >= ${REFRESH_AFTER})`,
    )
    .run(entity, campaign, force ? 1 : 0);
}

export function putVector(
  raw: Database,
  campaign: number,
  entity: number,
  model: string,
  vector: Float32Array,
  at: number,
): void {
  const name = table(raw, vector.length);
  raw.prepare(`delete from ${name} where entity_no = ?`).run(BigInt(entity));
  raw
    .prepare(`insert into ${name} (entity_no, campaign_no, embedding) values (?, ?, ?)`)
    .run(BigInt(entity), BigInt(campaign), Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength));
  raw
    .prepare(
      `insert into embeddings (entity_no, campaign_no, model, changes, awaiting, refreshed_at) values (?, ?, ?, 0, 0, ?)
       on conflict (entity_no) do update set model = excluded.model, changes = 0, awaiting = 0, refreshed_at = excluded.refreshed_at`,
    )
    .run(entity, campaign, model, at);
}

export function giveUpVector(raw: Database, entity: number): void {
  raw.prepare("update embeddings set changes = 0, awaiting = 0 where entity_no = ?").run(entity);
}

export function nearestVectors(
  raw: Database,
  campaign: number,
  vector: Float32Array,
  limit: number,
  type?: EntityType,
): VectorHit[] {
  const name = `vectors_${vector.length}`;
  if (!exists(raw, name)) return [];
  load(raw);
  // The type is part of the search: filtered afterwards, a rare one is crowded out by nearer entities of the others.
  const ofType = type ? "and entity_no in (select no from entities where campaign_no = ? and type = ?)" : "";
  return raw
    .prepare(
      `select e.id as entityId, e.name, e.type, 1 - v.distance as similarity
       from (select entity_no, distance from ${name} where embedding match ? and campaign_no = ? and k = ? ${ofType}) v
       join entities e on e.no = v.entity_no order by v.distance`,
    )
    .all(
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      BigInt(campaign),
      BigInt(limit),
      ...(type ? [campaign, type] : []),
    ) as VectorHit[];
}

/** Removes a campaign's vectors: virtual tables know no foreign keys. */
export function deleteVectors(raw: Database, campaign: number, dim: number): void {
  if (dim > 0 && exists(raw, `vectors_${dim}`)) {
    load(raw);
    raw.prepare(`delete from vectors_${dim} where campaign_no = ?`).run(BigInt(campaign));
  }
}
