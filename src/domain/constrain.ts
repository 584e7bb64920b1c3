import type { AttributeTerm, Contrainte, Rule, Violation } from "./constraint.ts";
import { patternFound } from "./patterns.ts";
import { type AttributValue, canonicalValue, describeValue, sameValue } from "./value.ts";

/** An implication whose two sides are attributes with values, not sentences. */
export type StructuredImplication = Extract<Rule, { type: "IMPLIQUE" }> & {
  condition: AttributeTerm;
  consequence: AttributeTerm;
};

export function isStructured(rule: Rule): rule is StructuredImplication {
  return rule.type === "IMPLIQUE" && typeof rule.condition !== "string" && typeof rule.consequence !== "string";
}

/** Why `value` breaks `rule`, or null when it obeys. IMPLIQUE and CORRELE_AVEC judge no single value. */
export function whyBroken(rule: Rule, value: AttributValue): string | null {
  switch (rule.type) {
    case "DOIT_ETRE":
      return rule.valeurs.some((allowed) => sameValue(allowed, value))
        ? null
        : `${describeValue(value)} is none of ${rule.valeurs.map(describeValue).join(", ")}`;
    case "NE_PEUT_PAS_ETRE":
      return rule.valeurs.some((refused) => sameValue(refused, value)) ? `${describeValue(value)} is ruled out` : null;
    case "RANGE_NUMERIQUE":
      if (value.type !== "NUMBER") return `${describeValue(value)} is no number`;
      if (rule.min !== undefined && value.value < rule.min) return `${value.value} is below ${rule.min}`;
      if (rule.max !== undefined && value.value > rule.max) return `${value.value} is above ${rule.max}`;
      return null;
    case "REGEX":
      if (value.type !== "STRING" && value.type !== "ENUM") return `${describeValue(value)} is no text`;
      return patternFound(rule.pattern, value.value) ? null : `${describeValue(value)} does not match ${rule.pattern}`;
    default:
      return null;
  }
}

/** The rules on one attribute that a value breaks, strict ones apart from those that only warn. */
export function judgeValue(
  constraints: readonly Contrainte[],
  attributeKey: string,
  value: AttributValue,
): { violations: Violation[]; warnings: Violation[] } {
  const violations: Violation[] = [];
  const warnings: Violation[] = [];
  for (const constraint of constraints) {
    if (constraint.attributeKey !== attributeKey) continue;
    const reason = whyBroken(constraint.rule, value);
    if (reason) (constraint.rule.strict === false ? warnings : violations).push(violation(constraint, reason));
  }
  return { violations, warnings };
}

export function violation(constraint: Contrainte, reason: string): Violation {
  const { constraintId, rule, justification } = constraint;
  return { constraintId, rule, justification, reason };
}

/** The implications of an entity that this new fact sets off. */
export function triggered(
  constraints: readonly Contrainte[],
  attributeKey: string,
  value: AttributValue,
): { constraint: Contrainte; consequence: AttributeTerm }[] {
  return constraints.flatMap((constraint) =>
    isStructured(constraint.rule) &&
    constraint.rule.condition.attributeKey === attributeKey &&
    sameValue(constraint.rule.condition.value, value)
      ? [{ constraint, consequence: constraint.rule.consequence }]
      : [],
  );
}

/**
 * Why the strict rules of one attribute leave no possible value, or null when one may remain. Exact for finite lists and
 * ranges; patterns are only tried against the values that DOIT_ETRE lists.
 */
export function whyImpossible(rules: readonly Rule[]): string | null {
  const strict = rules.filter((rule) => rule.strict !== false);
  let min = Number.NEGATIVE_INFINITY;
  let max = Number.POSITIVE_INFINITY;
  let ranged = false;
  for (const rule of strict) {
    if (rule.type !== "RANGE_NUMERIQUE") continue;
    ranged = true;
    min = Math.max(min, rule.min ?? min);
    max = Math.min(max, rule.max ?? max);
  }
  if (min > max) return `no number is at least ${min} and at most ${max}`;
  if (ranged && strict.some((rule) => rule.type === "REGEX")) return "no value is both a number and a text";

  const lists = strict.filter((rule) => rule.type === "DOIT_ETRE");
  const first = lists[0];
  if (first) {
    const demands = strict.map(demandOf);
    if (!first.valeurs.some((value) => demands.every((obeys) => obeys(value))))
      return "the rules together leave none of the listed values";
  } else if (ranged && min === max) {
    const only: AttributValue = { type: "NUMBER", value: min };
    if (strict.some((rule) => whyBroken(rule, only) !== null)) return `the only number left, ${min}, is ruled out`;
  }
  return null;
}

/** A rule as a test of many values: its own list, which may be long, is read once. */
function demandOf(rule: Rule): (value: AttributValue) => boolean {
  if (rule.type !== "DOIT_ETRE" && rule.type !== "NE_PEUT_PAS_ETRE") return (value) => whyBroken(rule, value) === null;
  const listed = new Set(rule.valeurs.map(canonicalValue));
  return (value) => listed.has(canonicalValue(value)) === (rule.type === "DOIT_ETRE");
}

/** One text for each distinct rule, so that the same consequence is not added twice. */
export function canonicalRule(rule: Rule): string {
  if (rule.type === "DOIT_ETRE" || rule.type === "NE_PEUT_PAS_ETRE")
    return `${rule.type}:${rule.strict !== false}:${[...new Set(rule.valeurs.map(canonicalValue))].sort().join("|")}`;
  return JSON.stringify({ ...rule, strict: rule.strict !== false });
}
