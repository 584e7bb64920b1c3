import type { Propagation } from "../../domain/constraint.ts";
import { type AttributValue, describeValue } from "../../domain/value.ts";
import { indent, wrap } from "./layout.ts";
import type { View } from "./page.ts";
import { ruleInWords } from "./rule.ts";

interface Answer {
  value: AttributValue;
  reasoning: string;
  propagation: Propagation;
  factId: string;
}

export const render: View<Answer> = ({ value, reasoning, propagation, factId }, { width, style, input }) => {
  const lines = [
    `${style.good("✓")} ${String(input.attributeKey ?? "")} = ${style.name(describeValue(value))} ${style.muted(factId)}`,
  ];
  if (reasoning !== "") lines.push(...indent(wrap(reasoning, width - 2).map(style.muted), 2));
  for (const { attributeKey, rule } of propagation.contraintesAjoutees)
    lines.push(...indent(wrap(`from now on ${attributeKey} ${ruleInWords(rule)}`, width - 2).map(style.warning), 2));
  if (propagation.entitesImpactees.length > 0)
    lines.push(...indent(wrap(`also concerns ${propagation.entitesImpactees.join(", ")}`, width - 2), 2));
  return lines.join("\n");
};
