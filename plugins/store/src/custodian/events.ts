import { readdirSync } from "node:fs";
import { isJsonRecord, type JsonRecord, ownField } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { requireEventId, requireId } from "../model/ids.ts";
import { removeFile } from "../store/atomic-file.ts";
import { shownPath, storeFolder } from "../store/containment.ts";
import { withLock } from "../store/lock.ts";
import { folderOf, readStoreFile } from "../store/records.ts";
import { SIDECAR_ALIASES, SIDECAR_SCHEMA } from "../validation/own-schemas.ts";
import { schemaOf } from "../validation/schema-source.ts";
import { ownValidator } from "../validation/validate.ts";
import type { Session } from "./session.ts";
import { accept, lockKey, putFile, putRecord, refuseLinkOut, requireValid, validatorOf } from "./write-record.ts";

/** Stores an event in the folder of a sprint; the payload must name the same sprint. */
export async function emitEvent(session: Session, sprintId: string, payload: unknown) {
  requireId("sprintId", sprintId);
  requireSameSprint(sprintId, payload);
  const event = await requireValid(session, "event", payload);
  const eventId = String(event.eventId);
  await putRecord(session, "event", folderOf("event", sprintId), eventId, event);
  return { ok: true, event: true, eventId, sprintId, dryRun: session.dryRun };
}

/** Stores usage figures beside an event, to be merged into it later. */
export async function emitSidecar(session: Session, sprintId: string, payload: unknown) {
  requireId("sprintId", sprintId);
  const sidecar = accept(payload, await ownValidator(SIDECAR_SCHEMA, "sidecar schema"));
  const eventId = requireEventId("eventId", String(sidecar.eventId));
  const segments = folderOf("event", sprintId);
  const name = sidecarName(eventId);
  const label = `sidecar ${eventId}`;
  if (session.dryRun) refuseLinkOut(session, segments, name, label);
  else {
    await withLock(session.store, lockKey("event", segments, eventId), label, () => {
      putFile(session, segments, name, label, sidecar);
    });
  }
  return { ok: true, sidecar: true, eventId, sprintId, dryRun: session.dryRun };
}

/**
 * Copies a sidecar's figures over its event and removes the sidecar. Killed between the two, it may simply be
 * called again: the same figures are copied once more.
 */
export async function mergeSidecar(session: Session, sprintId: string, eventId: string) {
  requireId("sprintId", sprintId);
  requireEventId("eventId", eventId);
  const segments = folderOf("event", sprintId);
  const validateSidecar = await ownValidator(SIDECAR_SCHEMA, "sidecar schema");
  const label = `event ${eventId}`;
  const read = () => {
    const sidecar = readPart(session, segments, sidecarName(eventId), "Sidecar", `sidecar ${eventId}`);
    const event = readPart(session, segments, `${eventId}.json`, "Canonical event", label);
    return { event, figures: figuresOf(sidecar, eventId) };
  };
  read();
  const validateEvent = await validatorOf(session, "event", schemaOf(session.project, "event"));
  const merge = () => {
    const { event, figures } = read();
    accept({ eventId, ...figures }, validateSidecar);
    const merged = accept({ ...event, ...figures }, validateEvent);
    if (session.dryRun) return;
    putFile(session, segments, `${eventId}.json`, label, merged);
    const folder = storeFolder(session.store, segments, label);
    if (folder !== undefined) removeFile(folder, sidecarName(eventId));
  };
  if (session.dryRun) merge();
  else await withLock(session.store, lockKey("event", segments, eventId), label, merge);
  return { ok: true, merged: true, eventId, sprintId, dryRun: session.dryRun };
}

/** Removes the events and sidecars of a sprint. What else lies in the folder is nobody's event and stays. */
export async function purgeEvents(session: Session, sprintId: string) {
  requireId("sprintId", sprintId);
  const segments = folderOf("event", sprintId);
  const label = `events of ${sprintId}`;
  const listed = () => {
    const folder = storeFolder(session.store, segments, label);
    const names = folder === undefined ? [] : readdirSync(folder);
    return { folder, files: names.filter((name) => name.endsWith(".json") && !name.startsWith(".")).sort() };
  };
  const purge = () => {
    const { folder, files } = listed();
    if (folder !== undefined && !session.dryRun) for (const name of files) removeFile(folder, name);
    return files;
  };
  const nothing = listed().files.length === 0;
  const files = session.dryRun || nothing ? purge() : await withLock(session.store, segments.join("/"), label, purge);
  const purged = !session.dryRun && files.length > 0;
  return { purged, fileCount: files.length, files, dryRun: session.dryRun };
}

function sidecarName(eventId: string): string {
  return `_${eventId}_usage.json`;
}

function requireSameSprint(sprintId: string, payload: unknown): void {
  const stated = isJsonRecord(payload) ? ownField(payload, "sprintId") : undefined;
  if (typeof stated === "string" && stated !== "" && stated !== sprintId) {
    throw new StoreFailure(
      `sprintId: the event says ${JSON.stringify(stated)}, the command ${JSON.stringify(sprintId)}`,
    );
  }
}

function readPart(
  session: Session,
  segments: readonly string[],
  fileName: string,
  what: "Sidecar" | "Canonical event",
  label: string,
): JsonRecord {
  const path = `${shownPath(session.store, session.store.realRoot)}/${segments.join("/")}/${fileName}`;
  const folder = storeFolder(session.store, segments, label);
  const result = folder === undefined ? undefined : readStoreFile(session.store, folder, fileName, label);
  if (result === undefined || result.kind === "missing") throw new StoreFailure(`${what} not found: ${path}`);
  if (result.kind === "corrupt") throw new StoreFailure(`${label}: corrupt record ${path}: ${result.reason}`);
  return result.record;
}

/** What a sidecar says of its event, under the event's own names; a field under its own name beats its alias. */
function figuresOf(sidecar: JsonRecord, eventId: string): JsonRecord {
  if (ownField(sidecar, "eventId") !== eventId) {
    throw new StoreFailure(`eventId: the sidecar of ${eventId} says ${JSON.stringify(sidecar.eventId ?? null)}`);
  }
  const figures: JsonRecord = {};
  for (const field of Object.keys(SIDECAR_SCHEMA.properties)) {
    const value = ownField(sidecar, field);
    const canonical = SIDECAR_ALIASES[field] ?? field;
    if (field === "eventId" || value === undefined) continue;
    if (canonical !== field && Object.hasOwn(sidecar, canonical)) continue;
    figures[canonical] = value;
  }
  return figures;
}
