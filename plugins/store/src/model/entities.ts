/** A stored record: any JSON object. Validity is checked when writing, never assumed when reading. */
export type JsonRecord = Record<string, unknown>;

export const ENTITIES = ["sprint", "task", "bug", "event", "feature"] as const;
export type Entity = (typeof ENTITIES)[number];

/** The entities a query can return, in the order in which it returns them. */
export const QUERY_ENTITIES = ["sprint", "task", "bug", "feature"] as const;
export type QueryEntity = (typeof QUERY_ENTITIES)[number];

export interface EntityFacts {
  plural: string;
  idField: string;
  /** Folder under the store. Events have one folder per sprint below it. */
  folder: string;
  required: readonly string[];
  /** Fields with a closed set of values, for a project that has no schema of its own. */
  enums: Readonly<Record<string, readonly string[]>>;
}

const SPRINT_STATUS = [
  "planning",
  "active",
  "completed",
  "retrospective-done",
  "blocked",
  "partially-completed",
  "abandoned",
] as const;

const TASK_STATUS = [
  "draft",
  "planned",
  "plan-approved",
  "implementing",
  "implemented",
  "review-approved",
  "approved",
  "committed",
  "plan-revision-required",
  "code-revision-required",
  "blocked",
  "escalated",
  "abandoned",
] as const;

const EVENT_REQUIRED = [
  "eventId",
  "taskId",
  "sprintId",
  "role",
  "action",
  "phase",
  "iteration",
  "startTimestamp",
  "endTimestamp",
  "durationMinutes",
  "model",
] as const;

export const ENTITY_FACTS: Readonly<Record<Entity, EntityFacts>> = {
  sprint: {
    plural: "sprints",
    idField: "sprintId",
    folder: "sprints",
    required: ["sprintId", "title", "status", "taskIds", "createdAt"],
    enums: { status: SPRINT_STATUS, executionMode: ["sequential", "wave-parallel", "full-parallel"] },
  },
  task: {
    plural: "tasks",
    idField: "taskId",
    folder: "tasks",
    required: ["taskId", "sprintId", "title", "status", "path"],
    enums: { status: TASK_STATUS, estimate: ["S", "M", "L", "XL"] },
  },
  bug: {
    plural: "bugs",
    idField: "bugId",
    folder: "bugs",
    required: ["bugId", "title", "severity", "status", "path", "reportedAt"],
    enums: {
      severity: ["critical", "major", "minor"],
      status: ["reported", "triaged", "in-progress", "fixed"],
      rootCauseCategory: [
        "validation",
        "auth",
        "business-rule",
        "data-integrity",
        "race-condition",
        "integration",
        "configuration",
        "regression",
      ],
    },
  },
  event: {
    plural: "events",
    idField: "eventId",
    folder: "events",
    required: EVENT_REQUIRED,
    enums: { tokenSource: ["reported", "estimated"] },
  },
  feature: {
    plural: "features",
    idField: "id",
    folder: "features",
    required: ["id", "title", "status", "created_at"],
    enums: { status: ["draft", "active", "shipped", "retired"] },
  },
};

/** Fields that may hold `null` whatever their schema says, unless they are the record's own id. */
export const NULLABLE_FIELDS: ReadonlySet<string> = new Set([
  "sprintId",
  "taskId",
  "endTimestamp",
  "durationMinutes",
  "feature_id",
  "description",
  "completedAt",
  "resolvedAt",
]);

export function isEntity(name: string): name is Entity {
  return (ENTITIES as readonly string[]).includes(name);
}

/** True for a JSON object: neither null nor an array. */
export function isJsonRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A record's own field: never one inherited from `Object.prototype`. */
export function ownField(record: JsonRecord, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined;
}
