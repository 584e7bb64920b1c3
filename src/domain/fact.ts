import * as z from "zod";
import type { AttributValue } from "./value.ts";

export const CATEGORIES = [
  "IDENTITE",
  "PSYCHOLOGIE",
  "HISTORIQUE",
  "SOCIAL",
  "COMPETENCE",
  "SECRET",
  "ETAT",
  "POSSESSION",
] as const;
export type CategorieAttribut = (typeof CATEGORIES)[number];

export const OBSERVATION_SOURCES = ["GM_NARRATION", "PLAYER_UTTERANCE", "DICE_ROLL", "SYSTEM"] as const;
export const OBSERVATION_METHODS = [
  "DIALOGUE_DIRECT",
  "DOCUMENT",
  "OBSERVATION_VISUELLE",
  "DEDUCTION_CONFIRMEE",
  "AVEU",
  "DEMONSTRATION",
] as const;
export const RELIABILITIES = ["CERTAINE", "TEMOIGNAGE", "RUMEUR_CONFIRMEE"] as const;

/** How a fact became canon. `timestamp` is milliseconds since 1970. */
export interface Observation {
  source: (typeof OBSERVATION_SOURCES)[number];
  method: (typeof OBSERVATION_METHODS)[number];
  fiabilite: (typeof RELIABILITIES)[number];
  timestamp: number;
  emittedBy?: string;
  sceneId?: string;
  excerpt?: string;
}

/** An attribute that has been observed: it never changes and is never removed. `turn` is 0 before turn 1. */
export interface AttributFige {
  factId: string;
  entityId: string;
  attributeKey: string;
  value: AttributValue;
  category: CategorieAttribut;
  observation: Observation;
  turn: number;
  createdAt: number;
}

/** Ready-made observations, the values of `--source`. */
export const OBSERVATION_PRESETS = {
  "gm-narration": { source: "GM_NARRATION", method: "DIALOGUE_DIRECT", fiabilite: "CERTAINE" },
  "player-utterance": { source: "PLAYER_UTTERANCE", method: "DIALOGUE_DIRECT", fiabilite: "TEMOIGNAGE" },
  "dice-roll": { source: "DICE_ROLL", method: "DEMONSTRATION", fiabilite: "CERTAINE" },
  system: { source: "SYSTEM", method: "DEDUCTION_CONFIRMEE", fiabilite: "CERTAINE" },
} as const satisfies Record<string, Pick<Observation, "source" | "method" | "fiabilite">>;

export type ObservationPreset = keyof typeof OBSERVATION_PRESETS;
export const OBSERVATION_PRESET_NAMES = Object.keys(OBSERVATION_PRESETS) as ObservationPreset[];

/** An observation as a caller gives it: only the timestamp may be left out. */
export function observationSchema() {
  return z
    .strictObject({
      source: z.enum(OBSERVATION_SOURCES).describe("Who made it known"),
      method: z.enum(OBSERVATION_METHODS).describe("How it came to light"),
      fiabilite: z.enum(RELIABILITIES).describe("How far it can be trusted"),
      timestamp: z.int().min(0).optional().describe("Milliseconds since 1970; now when left out"),
      emittedBy: z.string().min(1).optional().describe("Entity id of whoever said it"),
      sceneId: z.string().min(1).optional().describe("Scene it happened in"),
      excerpt: z.string().optional().describe("The words themselves"),
    })
    .describe("Where the fact comes from; built from the source preset when left out");
}

/** A partial observation, laid over a preset. */
export function observationOverlaySchema() {
  return observationSchema().partial();
}
