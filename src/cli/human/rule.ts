import type { AttributeTerm, Rule } from "../../domain/constraint.ts";
import { describeValue } from "../../domain/value.ts";

/** What a rule demands of its attribute, to be read after the attribute's name. */
export function ruleInWords(rule: Rule): string {
  const soft = rule.strict === false ? " (only warns)" : "";
  return demand(rule) + soft;
}

function demand(rule: Rule): string {
  switch (rule.type) {
    case "DOIT_ETRE":
      return `must be ${rule.valeurs.map(describeValue).join(" or ")}`;
    case "NE_PEUT_PAS_ETRE":
      return `cannot be ${rule.valeurs.map(describeValue).join(" or ")}`;
    case "RANGE_NUMERIQUE":
      return `lies between ${rule.min ?? "−∞"} and ${rule.max ?? "∞"}`;
    case "REGEX":
      return `matches ${rule.pattern}`;
    case "IMPLIQUE":
      return `implies: ${term(rule.condition)} → ${term(rule.consequence)}`;
    case "CORRELE_AVEC":
      return `goes with ${rule.autreAttribut} of ${rule.autreEntite}`;
  }
}

function term(side: string | AttributeTerm): string {
  return typeof side === "string" ? side : `${side.attributeKey} = ${describeValue(side.value)}`;
}
