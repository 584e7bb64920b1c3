import { ENTITY_FACTS, type Entity, type JsonRecord } from "../../src/model/entities.ts";

/** A small project of a harbour's booking system: the records and schemas that the tests start from. */

const TEXT = { type: "string" };
const MOMENT = { type: "string", format: "date-time" };
const TEXTS = { type: "array", items: TEXT };
const COUNT = { type: "integer", minimum: 0 };

const FIELDS: Record<Entity, JsonRecord> = {
  sprint: {
    sprintId: TEXT,
    feature_id: { type: ["string", "null"] },
    title: TEXT,
    taskIds: TEXTS,
    createdAt: MOMENT,
    completedAt: MOMENT,
    path: TEXT,
  },
  task: {
    taskId: TEXT,
    sprintId: TEXT,
    feature_id: { type: ["string", "null"] },
    title: TEXT,
    description: TEXT,
    path: TEXT,
    blockedBy: TEXTS,
    planIterations: COUNT,
    summaries: { type: "object" },
  },
  bug: {
    bugId: TEXT,
    title: TEXT,
    path: TEXT,
    sprintId: TEXT,
    blocksTask: TEXTS,
    reportedAt: MOMENT,
    checked: { type: "boolean" },
  },
  event: {
    eventId: TEXT,
    taskId: TEXT,
    sprintId: TEXT,
    role: TEXT,
    action: TEXT,
    phase: TEXT,
    iteration: { type: "integer", minimum: 1 },
    startTimestamp: MOMENT,
    endTimestamp: MOMENT,
    durationMinutes: { type: "number", minimum: 0 },
    model: TEXT,
    inputTokens: COUNT,
    outputTokens: COUNT,
    cacheReadTokens: COUNT,
    cacheWriteTokens: COUNT,
    estimatedCostUSD: { type: "number", minimum: 0 },
  },
  feature: { id: TEXT, title: TEXT, created_at: MOMENT },
};

export const SCHEMAS: Record<string, JsonRecord> = Object.fromEntries(
  Object.entries(ENTITY_FACTS).map(([entity, { required, enums }]) => [
    entity,
    {
      type: "object",
      required: [...required],
      additionalProperties: false,
      properties: {
        ...FIELDS[entity as Entity],
        ...Object.fromEntries(
          Object.entries(enums).map(([field, values]) => [field, { type: "string", enum: values }]),
        ),
      },
    },
  ]),
);

const AT = "2026-05-04T08:00:00Z";

export function task(taskId: string, title: string, status: string, more: JsonRecord = {}): JsonRecord {
  const sprintId = taskId.split("-")[1] ?? "S1";
  return { taskId, sprintId, title, status, path: `docs/${taskId}`, ...more };
}

function sprint(sprintId: string, title: string, status: string, more: JsonRecord = {}): JsonRecord {
  return { sprintId, title, status, taskIds: [], createdAt: AT, ...more };
}

function bug(bugId: string, title: string, severity: string, status: string, more: JsonRecord = {}): JsonRecord {
  return { bugId, title, severity, status, path: `docs/${bugId}`, reportedAt: AT, ...more };
}

export function event(eventId: string, sprintId: string, more: JsonRecord = {}): JsonRecord {
  return {
    eventId,
    taskId: `HB-${sprintId}-T1`,
    sprintId,
    role: "engineer",
    action: "build",
    phase: "implement",
    iteration: 1,
    startTimestamp: AT,
    endTimestamp: "2026-05-04T08:20:00Z",
    durationMinutes: 20,
    model: "m",
    ...more,
  };
}

const MOORING = { feature_id: "FEAT-1" };

export const RECORDS: Record<string, JsonRecord> = Object.fromEntries([
  ["features/FEAT-1", { id: "FEAT-1", title: "Mooring bookings", status: "active", created_at: AT }],
  ["features/FEAT-2", { id: "FEAT-2", title: "Harbour dues", status: "shipped", created_at: AT }],
  ["sprints/S2", sprint("S2", "Groundwork", "completed")],
  ["sprints/S3", sprint("S3", "Bookings", "active", MOORING)],
  ["sprints/S10", sprint("S10", "Night tariff", "planning")],
  ["tasks/HB-S2-T1", task("HB-S2-T1", "Sketch the berth plan", "committed")],
  ["tasks/HB-S2-T2", task("HB-S2-T2", "Drop the fax gateway", "abandoned")],
  ["tasks/HB-S3-T1", task("HB-S3-T1", "Berth calendar", "implementing", MOORING)],
  ["tasks/HB-S3-T2", task("HB-S3-T2", "Tide table import", "planned", { ...MOORING, blockedBy: ["HB-BUG-2"] })],
  ["tasks/HB-S3-T10", task("HB-S3-T10", "Größe der Liegeplätze", "blocked", { blockedBy: ["HB-BUG-1", "HB-BUG-2"] })],
  ["tasks/HB-S10-T1", task("HB-S10-T1", "Tariff of the night", "draft")],
  ["tasks/HB-S10-T2", task("HB-S10-T2", "夜間 料金の計算", "draft")],
  [
    "bugs/HB-BUG-1",
    bug("HB-BUG-1", "Calendar loses a day", "critical", "in-progress", { sprintId: "S3", blocksTask: ["HB-S3-T10"] }),
  ],
  [
    "bugs/HB-BUG-2",
    bug("HB-BUG-2", "Tide import stalls", "major", "reported", {
      sprintId: "S3",
      blocksTask: ["HB-S3-T2", "HB-S3-T10"],
    }),
  ],
  ["bugs/HB-BUG-3", bug("HB-BUG-3", "Berth shown twice", "minor", "fixed", { sprintId: "S2" })],
  ["events/S3/E1", event("E1", "S3")],
  ["events/S3/E2", event("E2", "S3")],
  ["events/S2/E3", event("E3", "S2")],
]);
