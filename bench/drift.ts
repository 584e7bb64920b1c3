import { fileURLToPath } from "node:url";
import { type Row, row, run, scored } from "./score.ts";

interface Sweep {
  recall: number;
  real: number;
}

interface Drift {
  recall1: number;
  faHard: number;
  sweep: Record<string, Sweep>;
}

/** The bars of drift matching: recall where at most this share of real, different look-alikes would be accepted. */
export function driftRows(data: string): Row[] {
  const scores = scored<Drift>(data, "eval_drift.mjs", "bench:match", "drift.dev.jsonl");
  const strict = scores.sweep["hard<=2%"];
  return [
    ...(strict
      ? [
          row("drift recall@1 at 2 % false accepts", strict.recall, 76, "≥"),
          row("real misspellings found at 2 % false accepts", strict.real, 57, "≥"),
        ]
      : []),
    row("drift recall@1 as answered", scores.recall1, 91, "≥"),
    row("false accepts of look-alikes as answered, %", scores.faHard, 9, "≤"),
  ];
}

/** The bars of the lexical index at 100,000 names. */
export function candidateRows(data: string): Row[] {
  const bench = fileURLToPath(new URL("candidates.ts", import.meta.url));
  const line = run(["--import", "tsx", bench, "--data", data, "--sizes", "100000"]);
  const [, time, recall] = /([\d.]+) ms a mention.*recall@50 ([\d.]+) %/.exec(line) ?? [];
  return [
    row("ms for the candidates of a mention, 100,000 names", Number(time), 10, "≤"),
    row("recall@50 of the candidates, 100,000 names", Number(recall), 99, "≥"),
  ];
}
