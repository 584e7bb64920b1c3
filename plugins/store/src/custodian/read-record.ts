import type { Entity, JsonRecord } from "../model/entities.ts";
import { requireEventId, requireId } from "../model/ids.ts";
import { requireRecord } from "../store/records.ts";
import type { Session } from "./session.ts";

/** @throws StoreFailure when there is no such record, or it cannot be read */
export function readOne(session: Session, entity: Entity, id: string): JsonRecord {
  if (entity === "event") requireEventId("id", id);
  else requireId("id", id);
  return requireRecord(session.store, entity, id).record;
}
