/**
 * The bars of the narration check, measured: `npm run bench:names -- --data <folder>`, where the folder holds `dev/*.jsonl`
 * (passages with their names marked) and `eval_names.mjs` (their scorer).
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { throughputRows } from "./throughput.ts";

interface Scores {
  norm: { p: number; r: number; f1: number };
  initialRecall: number | null;
  falseAlarmsPer1kChars: number;
}

export interface Row {
  what: string;
  bar: string;
  measured: number;
  passed: boolean;
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
  const root = fileURLToPath(new URL("..", import.meta.url));
  const scratch = mkdtempSync(join(tmpdir(), "sneq-bench-"));
  const json = join(scratch, "scores.json");
  try {
    const scorer = [
      join(data, "eval_names.mjs"),
      "--cmd",
      "npm run -s bench:extract",
      "--json",
      json,
      join(data, "dev"),
    ];
    const run = spawnSync(process.execPath, scorer, { cwd: root, encoding: "utf8" });
    if (run.status !== 0) throw new Error(`the scorer failed: ${run.stderr}`);
    const { sets } = JSON.parse(readFileSync(json, "utf8")) as { sets: Record<string, Scores> };
    return BARS.flatMap(([what, set, read, bar, atMost]) => {
      const scores = sets[set];
      const measured = scores === undefined ? null : read(scores);
      if (measured === null) return [];
      return [
        { what, bar: `${atMost ? "≤" : "≥"} ${bar}`, measured, passed: atMost ? measured <= bar : measured >= bar },
      ];
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (values.data === undefined) throw new Error("say where the data is: npm run bench:names -- --data <folder>");
const data = resolve(values.data);
for (const { what, bar, measured, passed } of [...extractionRows(data), ...throughputRows(data)])
  console.log(`${passed ? "pass" : "FAIL"}  ${what.padEnd(50)} ${String(measured).padStart(7)}   ${bar}`);
