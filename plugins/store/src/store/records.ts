import { isUtf8 } from "node:buffer";
import { type Dirent, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { ENTITY_FACTS, type Entity, isJsonRecord, type JsonRecord, ownField } from "../model/entities.ts";
import { errorCode, reasonOf, StoreFailure } from "../model/failure.ts";
import { followInside, type Store, shownPath, storeFolder } from "./containment.ts";
import { parseJson } from "./project.ts";

/** A record with the place it was read from. */
export interface Stored {
  entity: Entity;
  /** The record's own id; the file's name where the record has none. */
  id: string;
  /** File name without `.json`. */
  fileId: string;
  /** The path messages and query results show. */
  shown: string;
  record: JsonRecord;
}

export type ReadResult =
  | { kind: "record"; record: JsonRecord }
  | { kind: "missing" }
  | { kind: "corrupt"; reason: string };

/** Told about each record that could not be read, as one line. */
export type Warn = (line: string) => void;

/** The folder of an entity's records, as segments below the store. */
export function folderOf(entity: Entity, sprintId?: string): string[] {
  const folder = ENTITY_FACTS[entity].folder;
  return entity === "event" && sprintId !== undefined ? [folder, sprintId] : [folder];
}

/** Reads one file of a folder of the store, refusing a link that leads out. */
export function readStoreFile(store: Store, folder: string, fileName: string, label: string): ReadResult {
  const file = join(folder, fileName);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return { kind: "missing" };
  if (!stats.isSymbolicLink() && !stats.isFile()) return { kind: "corrupt", reason: "not a file" };
  return readJsonRecord(stats.isSymbolicLink() ? followInside(store, file, label) : file);
}

/** Reads the record of an id; events are looked for in every folder, the first in order wins. */
export function readRecord(store: Store, entity: Entity, id: string): { segments: string[]; result: ReadResult } {
  const label = `${entity} ${id}`;
  for (const segments of recordFolders(store, entity, label)) {
    const folder = storeFolder(store, segments, label);
    if (folder === undefined) continue;
    const result = readStoreFile(store, folder, `${id}.json`, label);
    if (result.kind !== "missing") return { segments, result };
  }
  return { segments: folderOf(entity), result: { kind: "missing" } };
}

/** @throws StoreFailure when there is no such record, or it cannot be read. */
export function requireRecord(store: Store, entity: Entity, id: string): { segments: string[]; record: JsonRecord } {
  const { segments, result } = readRecord(store, entity, id);
  if (result.kind === "missing") throw new StoreFailure(`Entity not found: ${entity} ${id}`);
  if (result.kind === "corrupt") {
    const root = store.project.storePath;
    throw new StoreFailure(
      `${entity} ${id}: corrupt record ${[root, ...segments, id].join("/")}.json: ${result.reason}`,
    );
  }
  return { segments, record: result.record };
}

/**
 * All readable records of an entity, in file-name order; unreadable ones are told to `warn`.
 * @param entries the entity's record files, where they were listed before (`listRecordFiles`)
 */
export function listRecords(store: Store, entity: Entity, warn: Warn, entries?: readonly Dirent[]): Stored[] {
  const found: Stored[] = [];
  const seen = new Set<string>();
  for (const segments of recordFolders(store, entity, ENTITY_FACTS[entity].plural)) {
    const folder = storeFolder(store, segments, segments.join("/"));
    if (folder === undefined) continue;
    for (const stored of readFolder(store, entity, folder, warn, entries ?? recordFilesOf(entity, folder))) {
      if (seen.has(stored.id)) continue;
      seen.add(stored.id);
      found.push(stored);
    }
  }
  return found;
}

/** An entity's record files, without reading them; events, which lie in many folders, have none here. */
export function listRecordFiles(store: Store, entity: Entity): Dirent[] {
  const folder = storeFolder(store, folderOf(entity), ENTITY_FACTS[entity].plural);
  return folder === undefined ? [] : recordFilesOf(entity, folder);
}

function recordFilesOf(entity: Entity, folder: string): Dirent[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => isRecordName(entity, entry.name));
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function recordFolders(store: Store, entity: Entity, label: string): string[][] {
  if (entity !== "event") return [folderOf(entity)];
  const events = storeFolder(store, folderOf("event"), label);
  if (events === undefined) return [];
  const below = readdirSync(events, { withFileTypes: true });
  const names = below.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map((entry) => entry.name);
  return names
    .filter((name) => !name.startsWith("."))
    .sort()
    .map((name) => folderOf("event", name));
}

/** Sidecars lie among the events, under names that begin with an underscore. */
function isRecordName(entity: Entity, name: string): boolean {
  return name.endsWith(".json") && !name.startsWith(".") && !(entity === "event" && name.startsWith("_"));
}

function readFolder(store: Store, entity: Entity, folder: string, warn: Warn, entries: readonly Dirent[]): Stored[] {
  const found: Stored[] = [];
  const { idField } = ENTITY_FACTS[entity];
  const shownFolder = shownPath(store, folder);
  for (const entry of entries) {
    const { name } = entry;
    const fileId = name.slice(0, -5);
    // A plain file needs no second look at its kind, and most are plain files.
    const result = entry.isFile()
      ? readJsonRecord(`${folder}${sep}${name}`)
      : readStoreFile(store, folder, name, `${entity} ${fileId}`);
    const shown = `${shownFolder}/${name}`;
    if (result.kind === "corrupt") warn(`${entity} ${fileId}: corrupt record ${shown}: ${result.reason}`);
    if (result.kind !== "record") continue;
    const ownId = ownField(result.record, idField);
    const id = typeof ownId === "string" && ownId !== "" ? ownId : fileId;
    found.push({ entity, id, fileId, shown, record: result.record });
  }
  return found;
}

/** What Node puts for bytes that are no UTF-8. A record rewritten with it would have lost them. */
const REPLACEMENT = "\ufffd";
/** One object for all reads: from a name of the encoding Node makes a new one each time, which thousands feel. */
const AS_TEXT = { encoding: "utf8", flag: "r" } as const;

function readJsonRecord(file: string): ReadResult {
  let value: unknown;
  try {
    const text = readFileSync(file, AS_TEXT);
    if (text.includes(REPLACEMENT) && !isUtf8(readFileSync(file))) return { kind: "corrupt", reason: "not UTF-8" };
    value = parseJson(text);
  } catch (error) {
    const code = errorCode(error);
    // Deleted between being listed and being read: that is not a damaged record.
    if (code === "ENOENT") return { kind: "missing" };
    return { kind: "corrupt", reason: code ?? `not valid JSON: ${reasonOf(error)}` };
  }
  return isJsonRecord(value) ? { kind: "record", record: value } : { kind: "corrupt", reason: "not a JSON object" };
}
