import type { Entity } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { requireId } from "../model/ids.ts";
import { removeFile } from "../store/atomic-file.ts";
import { storeFolder } from "../store/containment.ts";
import { withLock } from "../store/lock.ts";
import { readRecord } from "../store/records.ts";
import type { Session } from "./session.ts";
import { lockKey } from "./write-record.ts";

/** Removes a record, readable or not. A link that leads out of the store is refused, not removed. */
export async function deleteRecord(session: Session, entity: Entity, id: string) {
  requireId(entity === "event" ? "eventId" : "id", id);
  const segments = placeOf(session, entity, id);
  const label = `${entity} ${id}`;
  if (!session.dryRun) {
    await withLock(session.store, lockKey(entity, segments, id), label, () => {
      placeOf(session, entity, id);
      const folder = storeFolder(session.store, segments, label);
      if (folder !== undefined) removeFile(folder, `${id}.json`);
    });
  }
  return { ok: true, deleted: `${entity}/${id}`, dryRun: session.dryRun };
}

function placeOf(session: Session, entity: Entity, id: string): string[] {
  const { segments, result } = readRecord(session.store, entity, id);
  const isSidecar = entity === "event" && id.startsWith("_");
  if (result.kind === "missing" || isSidecar) throw new StoreFailure(`Entity not found: ${entity} ${id}`);
  if (result.kind === "corrupt" && result.reason === "not a file") {
    throw new StoreFailure(`${entity} ${id}: ${result.reason}`);
  }
  return segments;
}
