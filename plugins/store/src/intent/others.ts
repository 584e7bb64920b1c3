import type { QueryEntity } from "../model/entities.ts";
import { type Shelf, textOf, textsOf } from "../query/shelf.ts";
import { fold } from "../query/words.ts";
import type { Stored } from "../store/records.ts";
import type { Reference } from "./id-index.ts";

/**
 * The other side of a link, prepared so that each candidate is judged by a few look-ups. Ids are compared folded:
 * a foreign key may be spelled in another case, and may name a record that is not there.
 */
export interface Others {
  ids: Readonly<Record<QueryEntity, ReadonlySet<string>>>;
  /** Tasks that the others' bugs say they block. */
  blockedTasks: ReadonlySet<string>;
  /** Bugs that the others' tasks say they are blocked by. */
  blockers: ReadonlySet<string>;
  /** Sprints and features that the others belong to. */
  sprints: ReadonlySet<string>;
  features: ReadonlySet<string>;
}

export function othersOf(records: readonly Stored[], references: readonly Reference[]): Others {
  const ids = {
    sprint: new Set<string>(),
    task: new Set<string>(),
    bug: new Set<string>(),
    feature: new Set<string>(),
  };
  for (const reference of references) ids[reference.entity].add(fold(reference.id));
  for (const stored of records) ids[stored.entity as QueryEntity].add(fold(stored.id));
  const collect = (field: string, kinds: readonly QueryEntity[]) => {
    const from = records.filter((stored) => kinds.includes(stored.entity as QueryEntity));
    return new Set(from.flatMap((stored) => textsOf(stored.record, field).map(fold)));
  };
  return {
    ids,
    blockedTasks: collect("blocksTask", ["bug"]),
    blockers: collect("blockedBy", ["task"]),
    sprints: collect("sprintId", ["task", "bug"]),
    features: collect("feature_id", ["sprint", "task", "bug"]),
  };
}

/** The others with the tasks of their sprints and features: to block one of these is to block those. */
export function withTasksInside(shelf: Shelf, others: Others): Others {
  if (others.ids.sprint.size + others.ids.feature.size === 0) return others;
  const tasks = shelf.all("task").filter((task) => {
    const { record } = task;
    return has(others.ids.sprint, textOf(record, "sprintId")) || has(others.ids.feature, textOf(record, "feature_id"));
  });
  const task = new Set([...others.ids.task, ...tasks.map((stored) => fold(stored.id))]);
  const blockers = new Set(tasks.flatMap((stored) => textsOf(stored.record, "blockedBy").map(fold)));
  return { ...others, ids: { ...others.ids, task }, blockers: new Set([...others.blockers, ...blockers]) };
}

/** Whether a record belongs to the others, or, for a sprint or feature, the others belong to it. */
export function belongs(stored: Stored, others: Others): boolean {
  const entity = stored.entity as QueryEntity;
  if (has(others.ids[entity], stored.id)) return true;
  const { record } = stored;
  if (entity === "feature") return has(others.features, stored.id);
  if (has(others.ids.feature, textOf(record, "feature_id"))) return true;
  if (entity === "sprint") return has(others.sprints, stored.id);
  if (has(others.ids.sprint, textOf(record, "sprintId"))) return true;
  return entity === "task" ? isBlockedBy(stored, others) : blocks(stored, others);
}

export function isBlockedBy(stored: Stored, others: Others): boolean {
  if (stored.entity === "task" && has(others.blockedTasks, stored.id)) return true;
  return textsOf(stored.record, "blockedBy").some((id) => has(others.ids.bug, id) || has(others.ids.task, id));
}

export function blocks(stored: Stored, others: Others): boolean {
  if (has(others.blockers, stored.id)) return true;
  return textsOf(stored.record, "blocksTask").some((id) => has(others.ids.task, id));
}

function has(ids: ReadonlySet<string>, id: string | undefined): boolean {
  return id !== undefined && ids.size > 0 && ids.has(fold(id));
}
