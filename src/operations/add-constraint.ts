import * as z from "zod";
import { attributeKey } from "../domain/attribute-key.ts";
import { canonicalRule, isStructured, whyBroken, whyImpossible } from "../domain/constrain.ts";
import { type Contrainte, type Rule, ruleSchema } from "../domain/constraint.ts";
import { newId } from "../domain/ids.ts";
import { patternError, readyForRules } from "../domain/patterns.ts";
import { referencedEntities, sameValue } from "../domain/value.ts";
import { invalid } from "../errors.ts";
import type { CampaignReads, CampaignTransaction } from "../store/store.ts";
import { defineOperation } from "./define.ts";
import { requireEntities } from "./entity-check.ts";
import { entityId, operationId, prose } from "./schemas.ts";

export const addConstraint = defineOperation({
  name: "add-constraint",
  summary: "Rule what an attribute may become",
  description:
    "Narrows an attribute that is not a fact yet: allowed or forbidden values, a range, a pattern, an implication, a correlation. Strict rules (the default) block a value, soft ones only warn. Patterns are RE2 expressions and match anywhere in the text.",
  scope: "campaign",
  effect: "writes",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      entityId: entityId(),
      attributeKey: attributeKey(),
      rule: ruleSchema(),
      justification: prose("Why, in a sentence: it is shown when the rule blocks something"),
      operationId: operationId(),
    }),
  output: () => z.strictObject({ constraintId: z.string() }),
  examples: [
    {
      title: "An age range",
      args: {
        entityId: "<Aldric Fervent>",
        attributeKey: "age",
        rule: { type: "RANGE_NUMERIQUE", min: 45, max: 60 },
        justification: "Il a servi trente ans",
      },
    },
  ],
  async run(context, input) {
    const rule = input.rule as Rule;
    await readyForRules([rule]);
    const problem = rule.type === "REGEX" ? patternError(rule.pattern) : null;
    if (problem) throw invalid(["rule", "pattern"], `not an RE2 expression: ${problem}`, "invalid_pattern");
    // Even a soft rule that nothing can obey is a slip, such as a range whose ends were swapped.
    const hopeless = whyImpossible([{ ...rule, strict: true }]);
    if (hopeless) throw invalid(["rule"], hopeless, "no_possible_value");
    return context.commit(async (tx) => {
      await requireEntities(tx, [input.entityId, ...entitiesIn(rule)]);
      const now = context.now();
      const constraint: Contrainte = {
        constraintId: newId("con", now),
        attributeKey: input.attributeKey,
        rule,
        justification: input.justification,
        createdAt: now,
      };
      const consequence = await requireRoom(tx, input.entityId, input.attributeKey, rule);
      await tx.insertConstraint(input.entityId, constraint);
      await tx.appendEvent("constraint.added", { entityId: input.entityId, ...constraint }, now);
      if (consequence) {
        const implied: Contrainte = { ...constraint, constraintId: newId("con", now), ...consequence };
        await tx.insertConstraint(input.entityId, implied);
        await tx.appendEvent(
          "constraint.added",
          { entityId: input.entityId, ...implied, impliedBy: constraint.constraintId },
          now,
        );
      }
      await tx.touch([input.entityId], now);
      return { result: { constraintId: constraint.constraintId }, canon: true };
    });
  },
});

function entitiesIn(rule: Rule): string[] {
  if (rule.type === "CORRELE_AVEC") return [rule.autreEntite];
  if (rule.type === "DOIT_ETRE" || rule.type === "NE_PEUT_PAS_ETRE") return rule.valeurs.flatMap(referencedEntities);
  if (isStructured(rule))
    return [...referencedEntities(rule.condition.value), ...referencedEntities(rule.consequence.value)];
  return [];
}

/**
 * Refuses a strict rule that a standing fact breaks, or that leaves no value together with its siblings. When the condition of
 * an implication is a fact already, its consequence is weighed the same way and answered, to be added with it.
 */
async function requireRoom(
  tx: CampaignTransaction,
  entityId: string,
  attributeKey: string,
  rule: Rule,
): Promise<{ attributeKey: string; rule: Rule } | null> {
  if (rule.strict !== false) await requirePossible(tx, entityId, attributeKey, rule);
  if (!isStructured(rule)) return null;
  const standing = await tx.fact(entityId, rule.condition.attributeKey);
  if (!standing || !sameValue(standing.value, rule.condition.value)) return null;
  const soft = rule.strict === false ? { strict: false } : {};
  const implied: Rule = { type: "DOIT_ETRE", valeurs: [rule.consequence.value], ...soft };
  const key = rule.consequence.attributeKey;
  if (rule.strict !== false) await requirePossible(tx, entityId, key, implied);
  const siblings = await rulesOn(tx, entityId, key);
  return siblings.some((other) => canonicalRule(other) === canonicalRule(implied))
    ? null
    : { attributeKey: key, rule: implied };
}

async function requirePossible(
  reads: CampaignReads,
  entityId: string,
  attributeKey: string,
  rule: Rule,
): Promise<void> {
  const siblings = await rulesOn(reads, entityId, attributeKey);
  await readyForRules([...siblings, rule]);
  const fact = await reads.fact(entityId, attributeKey);
  const broken = fact && whyBroken(rule, fact.value);
  if (broken)
    throw invalid(
      ["rule"],
      `the standing fact ${fact.factId} on ${attributeKey} breaks it: ${broken}`,
      "broken_by_fact",
    );
  const impossible = fact ? null : whyImpossible([...siblings, rule]);
  if (impossible)
    throw invalid(["rule"], `with the other rules on ${attributeKey}, ${impossible}`, "no_possible_value");
}

async function rulesOn(reads: CampaignReads, entityId: string, attributeKey: string): Promise<Rule[]> {
  return (await reads.constraints(entityId)).filter((c) => c.attributeKey === attributeKey).map((c) => c.rule);
}
