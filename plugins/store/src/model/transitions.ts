import type { Entity } from "./entities.ts";

interface Lifecycle {
  /** Each state's next states along the normal course. */
  forward: Readonly<Record<string, readonly string[]>>;
  /** States of failure, enterable from every state that is not terminal. */
  failed: readonly string[];
  terminal: readonly string[];
}

const LIFECYCLES: Readonly<Partial<Record<Entity, Lifecycle>>> = {
  task: {
    forward: {
      draft: ["planned"],
      planned: ["plan-approved"],
      "plan-approved": ["implementing"],
      implementing: ["implemented"],
      implemented: ["review-approved"],
      "review-approved": ["approved"],
      approved: ["committed"],
      "plan-revision-required": ["planned"],
      "code-revision-required": ["implementing"],
      blocked: [],
      escalated: [],
    },
    failed: ["plan-revision-required", "code-revision-required", "blocked", "escalated", "abandoned"],
    terminal: ["committed", "abandoned"],
  },
  sprint: {
    forward: {
      planning: ["active"],
      active: ["completed"],
      completed: ["retrospective-done"],
      blocked: ["active"],
      "partially-completed": ["retrospective-done"],
    },
    failed: ["blocked", "partially-completed", "abandoned"],
    terminal: ["retrospective-done", "abandoned"],
  },
  bug: {
    forward: { reported: ["triaged"], triaged: ["in-progress"], "in-progress": ["fixed"] },
    failed: [],
    terminal: ["fixed"],
  },
  feature: {
    forward: { draft: ["active"], active: ["shipped", "retired"] },
    failed: [],
    terminal: ["shipped", "retired"],
  },
};

/**
 * Whether an entity may go from one status to another. The same status again is legal; a status that the
 * lifecycle does not know (a project's own, or a damaged record's) leads nowhere without `--force`.
 */
export function isLegalTransition(entity: Entity, from: unknown, to: string): boolean {
  if (from === to) return true;
  const lifecycle = LIFECYCLES[entity];
  if (lifecycle === undefined || typeof from !== "string" || !Object.hasOwn(lifecycle.forward, from)) return false;
  return (lifecycle.forward[from] ?? []).includes(to) || lifecycle.failed.includes(to);
}

/** The states from which nothing leads out, for the `schema` dump. */
export function terminalStates(entity: Entity): readonly string[] {
  return LIFECYCLES[entity]?.terminal ?? [];
}

/** Every state reachable in one step, for the `schema` dump. */
export function nextStates(entity: Entity, from: string): readonly string[] {
  const lifecycle = LIFECYCLES[entity];
  if (lifecycle === undefined || !Object.hasOwn(lifecycle.forward, from)) return [];
  const failed = lifecycle.failed.filter((state) => state !== from);
  return [...new Set([...(lifecycle.forward[from] ?? []), ...failed])];
}
