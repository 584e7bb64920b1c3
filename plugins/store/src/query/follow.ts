import type { QueryEntity } from "../model/entities.ts";
import type { Stored } from "../store/records.ts";
import { type Shelf, textsOf } from "./shelf.ts";

/** Which foreign keys to follow from what was found. */
export interface FollowFlags {
  blockers: boolean;
  blockedTasks: boolean;
  sprint: boolean;
  feature: boolean;
}

export const FOLLOW_NOTHING: FollowFlags = { blockers: false, blockedTasks: false, sprint: false, feature: false };

/**
 * The found records and those their foreign keys lead to, each once. Each step starts from everything the steps
 * before it added, so that a bug's sprint leads on to that sprint's feature.
 */
export function followKeys(shelf: Shelf, found: readonly Stored[], flags: FollowFlags, trace: string[]): Stored[] {
  if (!Object.values(flags).includes(true)) return [...found];
  const results = new Map(found.map((stored) => [keyOf(stored), stored]));
  const step = (name: string, entity: QueryEntity, idsOf: (stored: Stored) => string[]) => {
    const ids = new Set([...results.values()].flatMap(idsOf));
    const before = results.size;
    for (const id of ids) {
      const stored = shelf.one(entity, id);
      if (stored !== undefined && !results.has(keyOf(stored))) results.set(keyOf(stored), stored);
    }
    trace.push(`follow ${name}: ${results.size - before} added`);
  };
  if (flags.blockers) step("blockedBy", "bug", (stored) => ofKind(stored, "task", textsOf(stored.record, "blockedBy")));
  if (flags.blockedTasks) {
    step("blocksTask", "task", (stored) => ofKind(stored, "bug", textsOf(stored.record, "blocksTask")));
  }
  if (flags.sprint) step("sprintId", "sprint", (stored) => textsOf(stored.record, "sprintId"));
  if (flags.feature) step("feature_id", "feature", (stored) => textsOf(stored.record, "feature_id"));
  return [...results.values()];
}

export function keyOf(stored: Stored): string {
  return `${stored.entity}/${stored.id}`;
}

function ofKind(stored: Stored, entity: QueryEntity, ids: string[]): string[] {
  return stored.entity === entity ? ids : [];
}
