import { canonicalRule, judgeValue, triggered, violation, whyBroken, whyImpossible } from "../domain/constrain.ts";
import type { AttributeTerm, Contrainte, Propagation, Rule, Violation } from "../domain/constraint.ts";
import type { AttributFige, CategorieAttribut, Observation } from "../domain/fact.ts";
import { newId } from "../domain/ids.ts";
import { readyForRules } from "../domain/patterns.ts";
import { type AttributValue, referencedEntities, sameValue } from "../domain/value.ts";
import type { CampaignReads, CampaignTransaction } from "../store/store.ts";
import { requireEntities, requireScene } from "./entity-check.ts";

/** A fact that wants to become canon. */
export interface Claim {
  entityId: string;
  attributeKey: string;
  value: AttributValue;
  category: CategorieAttribut;
  observation: Observation;
}

export type Inscription =
  | { kind: "known"; fact: AttributFige }
  | { kind: "contradiction"; fact: AttributFige }
  | { kind: "violation"; violations: Violation[] }
  | { kind: "inscribed"; fact: AttributFige; warnings: Violation[]; propagation: Propagation };

/** What the standing canon says to a claim, without writing: null when it may be inscribed. */
export interface Judgement {
  violations: Violation[];
  warnings: Violation[];
  /** Rules that follow once the claim is a fact. */
  consequences: { attributeKey: string; rule: Rule; justification: string }[];
}

/**
 * Weighs a claim against the entity's constraints and what they imply for its other attributes. What strict implications force
 * further down the chain is weighed too, though it becomes a rule only when its own condition becomes a fact.
 */
export async function judgeClaim(
  reads: CampaignReads,
  claim: Pick<Claim, "entityId" | "attributeKey" | "value">,
): Promise<Judgement> {
  const constraints = await reads.constraints(claim.entityId);
  await readyForRules(constraints.map((constraint) => constraint.rule));
  const { violations, warnings } = judgeValue(constraints, claim.attributeKey, claim.value);
  const implied: (Judgement["consequences"][number] & { step: number })[] = [];
  const followed = new Set<string>();
  const forced: AttributeTerm[] = [claim];
  for (const [step, term] of forced.entries())
    for (const { constraint, consequence } of triggered(constraints, term.attributeKey, term.value)) {
      const strict = constraint.rule.strict !== false;
      if (followed.has(constraint.constraintId) || (step > 0 && !strict)) continue;
      followed.add(constraint.constraintId);
      const { attributeKey, value } = consequence;
      const rule: Rule = { type: "DOIT_ETRE", valeurs: [value], ...(strict ? {} : { strict: false }) };
      const known =
        attributeKey === claim.attributeKey ? claim.value : (await reads.fact(claim.entityId, attributeKey))?.value;
      const siblings = [...constraints, ...implied]
        .filter((other) => other.attributeKey === attributeKey)
        .map((other) => other.rule);
      const broken = known === undefined ? whyImpossible([...siblings, rule]) : whyBroken(rule, known);
      if (broken) (strict ? violations : warnings).push(violation(constraint, `${attributeKey}: ${broken}`));
      else if (!siblings.some((other) => canonicalRule(other) === canonicalRule(rule)))
        implied.push({ attributeKey, rule, justification: constraint.justification, step });
      if (strict) forced.push(consequence);
    }
  const consequences = implied.filter((one) => one.step === 0).map(({ step: _, ...one }) => one);
  return { violations, warnings, consequences };
}

/** Refuses ids and scenes in a claim that the campaign does not hold. */
async function requireReferences(reads: CampaignReads, claim: Claim): Promise<void> {
  const { emittedBy, sceneId } = claim.observation;
  await requireEntities(reads, [
    claim.entityId,
    ...(emittedBy === undefined ? [] : [emittedBy]),
    ...referencedEntities(claim.value),
  ]);
  await requireScene(reads, sceneId, ["observation", "sceneId"]);
}

/** Makes a claim canon, unless canon or a constraint is against it. Appends the events of what happened. */
export async function inscribe(tx: CampaignTransaction, claim: Claim, now: number): Promise<Inscription> {
  await requireReferences(tx, claim);
  const standing = await tx.fact(claim.entityId, claim.attributeKey);
  if (standing) return meetStanding(tx, claim, standing, now);
  const { violations, warnings, consequences } = await judgeClaim(tx, claim);
  if (violations.length > 0) return { kind: "violation", violations };

  const fact: AttributFige = { factId: newId("fact", now), ...claim, turn: await tx.turn(), createdAt: now };
  await tx.insertFact(fact);
  const { entityId, attributeKey, value, category } = claim;
  await tx.appendEvent("fact.registered", { factId: fact.factId, entityId, attributeKey, value, category }, now);
  const added: Contrainte[] = [];
  for (const consequence of consequences) {
    const constraint: Contrainte = { constraintId: newId("con", now), ...consequence, createdAt: now };
    await tx.insertConstraint(entityId, constraint);
    await tx.appendEvent("constraint.added", { entityId, ...constraint, impliedBy: fact.factId }, now);
    added.push(constraint);
  }
  await tx.touch([entityId], now);
  await tx.markForVector(entityId, ["IDENTITE", "HISTORIQUE", "SOCIAL"].includes(category));
  const propagation = { entitesImpactees: await impacted(tx, claim), contraintesAjoutees: added };
  return { kind: "inscribed", fact, warnings, propagation };
}

async function meetStanding(
  tx: CampaignTransaction,
  claim: Claim,
  standing: AttributFige,
  now: number,
): Promise<Inscription> {
  if (sameValue(standing.value, claim.value)) return { kind: "known", fact: standing };
  const { entityId, attributeKey, value } = claim;
  await tx.appendEvent("fact.contradicted", { factId: standing.factId, entityId, attributeKey, claimed: value }, now);
  return { kind: "contradiction", fact: standing };
}

/** Entities that a new fact concerns beside its own: those it names, and those its attribute is correlated with. */
async function impacted(tx: CampaignTransaction, claim: Claim): Promise<string[]> {
  const correlated = (await tx.constraints(claim.entityId)).flatMap(({ attributeKey, rule }) =>
    rule.type === "CORRELE_AVEC" && attributeKey === claim.attributeKey ? [rule.autreEntite] : [],
  );
  return [...new Set([...referencedEntities(claim.value), ...correlated])];
}
