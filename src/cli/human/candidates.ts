import type { Candidate } from "../../domain/resolution.ts";
import { type Cell, table } from "./layout.ts";
import type { Page, View } from "./page.ts";

export const render: View<{ candidates: Candidate[]; recommendsNew: boolean }> = (answer, page) => {
  const advice = answer.recommendsNew
    ? page.style.good("Nothing stands for it yet: mention-entity may create it.")
    : page.style.warning("Use one of these rather than a new entity.");
  return [...candidateTable(answer.candidates, page), advice].join("\n");
};

/** Candidates as a table, best first, each with how sure it is. */
export function candidateTable(candidates: readonly Candidate[], { width, style }: Page): string[] {
  if (candidates.length === 0) return [];
  const head = ["name", "type", "confidence", "id"].map((text): Cell => ({ text, paint: style.heading }));
  const rows = candidates.map((candidate): Cell[] => [
    { text: candidate.name, paint: style.name },
    { text: candidate.type },
    { text: percent(candidate.confidence) },
    { text: candidate.entityId, paint: style.muted },
  ]);
  return table([head, ...rows], width);
}

/** A confidence of 0 to 1 as a percentage. */
export function percent(confidence: number): string {
  return `${Math.round(confidence * 100)} %`;
}
