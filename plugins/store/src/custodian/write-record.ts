import { ENTITY_FACTS, type Entity, type JsonRecord } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { writeJsonFile } from "../store/atomic-file.ts";
import { makeStoreFolder, storeFolder } from "../store/containment.ts";
import { withLock } from "../store/lock.ts";
import { folderOf, readStoreFile } from "../store/records.ts";
import { type SchemaSource, schemaOf } from "../validation/schema-source.ts";
import { recordValidator, type Validator } from "../validation/validate.ts";
import type { Session } from "./session.ts";

/** The validator of the project's schema for an entity; says so when there is none but the built-in minimum. */
export async function validatorOf(session: Session, entity: Entity, source: SchemaSource): Promise<Validator> {
  if (source.minimal) {
    session.warn(`Warning: no schema for ${entity} in the project; only required fields are checked`);
  }
  return recordValidator(entity, source);
}

/** @throws StoreFailure with one line per error when the payload is no valid record of the entity */
export async function requireValid(session: Session, entity: Entity, payload: unknown): Promise<JsonRecord> {
  const validate = await validatorOf(session, entity, schemaOf(session.project, entity));
  return accept(payload, validate);
}

/** @throws StoreFailure with the validator's lines */
export function accept(payload: unknown, validate: Validator): JsonRecord {
  const errors = validate(payload);
  if (errors.length > 0) throw new StoreFailure(errors);
  return payload as JsonRecord;
}

/** Stores a whole record, replacing one of the same id. */
export async function writeRecord(session: Session, entity: Entity, payload: unknown) {
  const record = await requireValid(session, entity, payload);
  const id = String(record[ENTITY_FACTS[entity].idField]);
  const segments = folderOf(entity, entity === "event" ? String(record.sprintId) : undefined);
  await putRecord(session, entity, segments, id, record);
  return { ok: true, entity, id, dryRun: session.dryRun };
}

/** Puts a valid record in its place, or, in a dry run, only makes sure that it could be put there. */
export async function putRecord(
  session: Session,
  entity: Entity,
  segments: readonly string[],
  id: string,
  record: JsonRecord,
): Promise<void> {
  const label = `${entity} ${id}`;
  if (session.dryRun) {
    refuseLinkOut(session, segments, `${id}.json`, label);
    return;
  }
  await withLock(session.store, lockKey(entity, segments, id), label, () => {
    putFile(session, segments, `${id}.json`, label, record);
  });
}

/** Writes one file of the store; the caller holds the lock. */
export function putFile(
  session: Session,
  segments: readonly string[],
  fileName: string,
  label: string,
  record: JsonRecord,
): void {
  const folder = makeStoreFolder(session.store, segments, label);
  refuseLinkOut(session, segments, fileName, label);
  writeJsonFile(folder, fileName, record);
}

/** A lock is per record; all events of a sprint share one, so that a purge excludes them all. */
export function lockKey(entity: Entity, segments: readonly string[], id: string): string {
  return entity === "event" ? segments.join("/") : `${segments.join("/")}/${id}`;
}

/** Reading looks through a link, and refuses one that leads out. */
export function refuseLinkOut(session: Session, segments: readonly string[], fileName: string, label: string): void {
  const folder = storeFolder(session.store, segments, label);
  if (folder !== undefined) readStoreFile(session.store, folder, fileName, label);
}
