/**
 * The bars of the narration check, measured: `npm run bench:names -- --data <folder>`, where the folder holds
 * `dev/*.jsonl` (passages with their names marked), `drift.dev.jsonl` (pairs of names) and the scorers of both.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { candidateRows, driftRows } from "./drift.ts";
import { type Row, row, scored } from "./score.ts";
import { throughputRows } from "./throughput.ts";

interface Scores {
  norm: { p: number; r: number; f1: number };
  initialRecall: number | null;
  falseAlarmsPer1kChars: number;
}

/** At least, or for false alarms at most. */
const BARS: [what: string, set: string, read: (scores: Scores) => number | null, bar: number, atMost?: true][] = [
  ["F1 EN LitBank", "en-litbank", (s) => s.norm.f1, 90],
  ["F1 FR 7 novels", "fr-7romans", (s) => s.norm.f1, 96],
  ["F1 FR all", "lang:fr", (s) => s.norm.f1, 91.5],
  ["F1 EN role-play", "en-crd3", (s) => s.norm.f1, 84],
  ["recall EN role-play", "en-crd3", (s) => s.norm.r, 90],
  ["F1 IT", "lang:it", (s) => s.norm.f1, 82],
  ["F1 ES", "lang:es", (s) => s.norm.f1, 80],
  ["F1 PT", "lang:pt", (s) => s.norm.f1, 80],
  ["F1 DE", "lang:de", (s) => s.norm.f1, 50],
  ["opening-only recall EN LitBank", "en-litbank", (s) => s.initialRecall, 92],
  ["opening-only recall EN role-play", "en-crd3", (s) => s.initialRecall, 92],
  ["opening-only recall FR", "lang:fr", (s) => s.initialRecall, 92],
  ["false alarms per 1,000 characters EN LitBank", "en-litbank", (s) => s.falseAlarmsPer1kChars, 0.35, true],
  ["false alarms per 1,000 characters FR 7 novels", "fr-7romans", (s) => s.falseAlarmsPer1kChars, 0.14, true],
];

function extractionRows(data: string): Row[] {
  const { sets } = scored<{ sets: Record<string, Scores> }>(data, "eval_names.mjs", "bench:extract", "dev");
  return BARS.flatMap(([what, set, read, bar, atMost]) => {
    const scores = sets[set];
    const measured = scores === undefined ? null : read(scores);
    return measured === null ? [] : [row(what, measured, bar, atMost ? "≤" : "≥")];
  });
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) throw new Error("say where the data is: npm run bench:names -- --data <folder>");
const data = resolve(values.data);
for (const measure of [extractionRows, driftRows, candidateRows, throughputRows])
  for (const { what, bar, measured, passed } of measure(data))
    console.log(`${passed ? "pass" : "FAIL"}  ${what.padEnd(50)} ${String(measured).padStart(7)}   ${bar}`);
