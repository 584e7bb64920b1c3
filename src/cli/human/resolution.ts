import type { ResolutionResult } from "../../domain/resolution.ts";
import { candidateTable, percent } from "./candidates.ts";
import { wrap } from "./layout.ts";
import type { Page, View } from "./page.ts";

export const render: View<ResolutionResult> = (result, page) => {
  const { style, width } = page;
  const lines = [verdict(result, page)];
  if (result.match) {
    const how = `${result.match.entityId}, by ${result.layerUsed}, ${percent(result.match.confidence)}`;
    lines.push(`  ${style.muted(how)}`);
  }
  if (result.reasoning) lines.push(...wrap(result.reasoning, width).map(style.muted));
  const others = result.candidates.filter((candidate) => candidate.entityId !== result.match?.entityId);
  if (others.length > 0) lines.push(style.muted(result.match ? "also near" : "near"), ...candidateTable(others, page));
  if (result.unavailableReason) lines.push(style.warning(`The ${result.unavailableReason} could not be asked.`));
  return lines.join("\n");
};

function verdict(result: ResolutionResult, { style, input }: Page): string {
  const mention = typeof input.mention === "string" ? `“${input.mention}”` : "the mention";
  const { match } = result;
  if (match) return `${style.good("✓")} ${mention} is ${style.name(match.name)} (${match.type})`;
  if (result.notFoundReason === "ambiguous") return style.warning(`? ${mention} may be any of several.`);
  if (result.notFoundReason === "below-threshold")
    return style.warning(`? ${mention} is unknown, but close to what is known.`);
  return style.bad(`✗ ${mention} is unknown.`);
}
