/** Everything that can be appended to a campaign's event log; the part before the dot is the event's subsystem. */
export const EVENT_TYPES = [
  "campaign.created",
  "entity.created",
  "entity.alias_added",
  "fact.registered",
  "fact.contradicted",
  "constraint.added",
  "attribute.collapsed",
  "scene.changed",
  "turn.advanced",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** One line of the event log. `seq` counts from 1 without gaps in a campaign; `ts` is ISO 8601 in UTC with milliseconds. */
export interface CanonEvent {
  v: 1;
  seq: number;
  ts: string;
  type: EventType;
  subsystem: string;
  id: string;
  campaign: string;
  payload: Record<string, unknown>;
}
