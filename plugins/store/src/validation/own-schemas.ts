import type { JsonRecord } from "../model/entities.ts";

const TEXT = { type: "string" };
const MOMENT = { type: "string", format: "date-time" };
const COUNT = { type: "integer", minimum: 0 };
const AMOUNT = { type: "number", minimum: 0 };

/** Other names under which a sidecar may state a field, and the event's name for it. */
export const SIDECAR_ALIASES: Readonly<Record<string, string>> = {
  cacheCreationTokens: "cacheWriteTokens",
  cost: "estimatedCostUSD",
};

/** What a sidecar may say; an event's schema is the project's own, a sidecar's is not. */
export const SIDECAR_SCHEMA = {
  type: "object",
  required: ["eventId"],
  additionalProperties: false,
  properties: {
    eventId: TEXT,
    inputTokens: COUNT,
    outputTokens: COUNT,
    cacheReadTokens: COUNT,
    cacheWriteTokens: COUNT,
    cacheCreationTokens: COUNT,
    estimatedCostUSD: AMOUNT,
    cost: AMOUNT,
    model: TEXT,
    durationMinutes: AMOUNT,
    startTimestamp: MOMENT,
    endTimestamp: MOMENT,
    tokenSource: { type: "string", enum: ["reported", "estimated"] },
  },
} satisfies JsonRecord;

export const COLLATION_SCHEMA = {
  type: "object",
  required: ["collatedAt", "featureCount", "sprintCount", "taskCount", "bugCount"],
  additionalProperties: false,
  properties: {
    collatedAt: MOMENT,
    featureCount: COUNT,
    sprintCount: COUNT,
    taskCount: COUNT,
    bugCount: COUNT,
  },
} satisfies JsonRecord;
