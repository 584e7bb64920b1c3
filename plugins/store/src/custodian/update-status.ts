import { type Entity, type JsonRecord, ownField } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { requireId } from "../model/ids.ts";
import { isLegalTransition } from "../model/transitions.ts";
import { withLock } from "../store/lock.ts";
import { requireRecord } from "../store/records.ts";
import { notIn } from "../validation/messages.ts";
import { enumsOf, schemaOf } from "../validation/schema-source.ts";
import type { Session } from "./session.ts";
import { accept, lockKey, putFile, validatorOf } from "./write-record.ts";

export interface StatusUpdate {
  entity: Entity;
  id: string;
  field: string;
  value: string;
  /** Bypass the order of statuses, never the set of values. */
  force: boolean;
}

/**
 * Sets a field that has a closed set of values. The record is read, judged and written under its lock, so that of
 * several callers each is judged by what the one before left.
 */
export async function updateStatus(session: Session, update: StatusUpdate) {
  const { entity, id, field, value, force } = update;
  requireId("id", id);
  if (entity === "event") throw new StoreFailure("event: an event has no status to update");
  const { segments } = requireRecord(session.store, entity, id);
  const source = schemaOf(session.project, entity);
  const allowed = enumsOf(source, entity).get(field);
  if (allowed === undefined) throw new StoreFailure(`${field}: not a field with a closed set of values`);
  const validate = await validatorOf(session, entity, source);

  const apply = () => {
    const { record } = requireRecord(session.store, entity, id);
    const bypassed = judge(update, record, allowed);
    const next = accept({ ...record, [field]: value }, validate);
    const from = ownField(record, field);
    if (!session.dryRun && from !== value) putFile(session, segments, `${id}.json`, `${entity} ${id}`, next);
    return { from: from ?? null, bypassed };
  };
  const key = lockKey(entity, segments, id);
  const { from, bypassed } = session.dryRun ? apply() : await withLock(session.store, key, `${entity} ${id}`, apply);
  if (bypassed) session.warn(`Warning: --force bypassed an illegal transition: ${arrow(update, from)}`);
  return { ok: true, entity, id, field, from, to: value, force, dryRun: session.dryRun };
}

/** Whether `--force` was needed. @throws StoreFailure when the value or the transition is refused */
function judge(update: StatusUpdate, record: JsonRecord, allowed: readonly string[]): boolean {
  const { entity, field, value, force } = update;
  const isMember = allowed.includes(value);
  if (!isMember && (force || field !== "status")) throw new StoreFailure(`${field}: ${notIn(value, allowed)}`);
  if (field !== "status") return false;
  const from = ownField(record, field);
  if (isMember && isLegalTransition(entity, from, value)) return false;
  if (!force) throw new StoreFailure(`Illegal transition: ${arrow(update, from)}`);
  return true;
}

function arrow(update: StatusUpdate, from: unknown): string {
  return `${update.entity} ${update.id} ${update.field}: ${from ?? "(none)"} → ${update.value}`;
}
