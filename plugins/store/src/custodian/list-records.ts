import { type Entity, type JsonRecord, ownField } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { listRecords } from "../store/records.ts";
import type { Session } from "./session.ts";

/** Filters as typed, `key=value`; of two on one key the last counts. @throws StoreFailure on anything else */
export function parseFilters(words: readonly string[]): Map<string, string> {
  const filters = new Map<string, string>();
  for (const word of words) {
    const at = word.indexOf("=");
    if (at < 1) throw new StoreFailure(`filter: expected key=value, got ${JSON.stringify(word)}`);
    filters.set(word.slice(0, at), word.slice(at + 1));
  }
  return filters;
}

/** The records of an entity that every filter matches, in file-name order. */
export function listMatching(session: Session, entity: Entity, filters: ReadonlyMap<string, string>): JsonRecord[] {
  const records = listRecords(session.store, entity, session.warn).map((stored) => stored.record);
  return records.filter((record) => [...filters].every(([key, text]) => spelled(ownField(record, key)) === text));
}

/** How a value is spelled in a filter; undefined for a field the record does not have. */
function spelled(value: unknown): string | undefined {
  if (value === undefined || typeof value === "string") return value;
  return JSON.stringify(value);
}
