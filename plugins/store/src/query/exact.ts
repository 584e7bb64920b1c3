import type { QueryEntity } from "../model/entities.ts";
import type { Stored } from "../store/records.ts";
import { type Shelf, textOf } from "./shelf.ts";

export interface ExactSelection {
  entity: QueryEntity;
  id: string;
  status: string | undefined;
}

/**
 * A record and what belongs to it: its tasks, then its bugs. A status filters everything but a named sprint, which
 * stays as the frame of its tasks.
 */
export function selectExact(shelf: Shelf, selection: ExactSelection, trace: string[]): Stored[] {
  const { entity, id, status } = selection;
  const named = shelf.one(entity, id);
  trace.push(`${entity} ${id}: ${named === undefined ? "not found" : "found"}`);
  if (named === undefined) return [];
  const all = [named, ...membersOf(shelf, entity, id, trace)];
  if (status === undefined) return all;
  const kept = all.filter((stored) => hasStatus(stored, status) || (entity === "sprint" && stored === named));
  trace.push(`status ${status}: ${kept.length} of ${all.length}`);
  return kept;
}

export function hasStatus(stored: Stored, status: string): boolean {
  return textOf(stored.record, "status") === status;
}

function membersOf(shelf: Shelf, entity: QueryEntity, id: string, trace: string[]): Stored[] {
  const key = entity === "sprint" ? "sprintId" : entity === "feature" ? "feature_id" : undefined;
  if (key === undefined) return [];
  const members = [...shelf.all("task"), ...shelf.all("bug")].filter((stored) => textOf(stored.record, key) === id);
  trace.push(`tasks and bugs with ${key} ${id}: ${members.length}`);
  return members;
}
