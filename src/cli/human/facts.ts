import type { AttributFige } from "../../domain/fact.ts";
import { describeValue } from "../../domain/value.ts";
import { type Cell, table } from "./layout.ts";
import type { Page, View } from "./page.ts";

export const render: View<AttributFige[]> = (facts, page) => {
  if (facts.length === 0) return page.style.muted("No facts: nothing of it has been observed yet.");
  const entities = new Set(facts.map((fact) => fact.entityId));
  return factTable(facts, page, page.width, entities.size > 1).join("\n");
};

/** Facts as a table; the entity's column is there when they are of several. */
export function factTable(
  facts: readonly AttributFige[],
  { style }: Page,
  width: number,
  withEntity = false,
): string[] {
  const head = ["attribute", "value", "category", "source", "turn"];
  const rows = facts.map((fact): Cell[] => [
    { text: fact.attributeKey, paint: style.name },
    { text: describeValue(fact.value) },
    { text: fact.category },
    { text: source(fact), paint: style.muted },
    { text: String(fact.turn), paint: style.muted },
    ...(withEntity ? [{ text: fact.entityId, paint: style.muted }] : []),
  ]);
  const titles = [...head, ...(withEntity ? ["entity"] : [])].map((text) => ({ text, paint: style.heading }));
  return table([titles, ...rows], width);
}

/** `GM_NARRATION`, and how sure it is where it is not certain. */
function source({ observation }: AttributFige): string {
  return observation.fiabilite === "CERTAINE" ? observation.source : `${observation.source} (${observation.fiabilite})`;
}
