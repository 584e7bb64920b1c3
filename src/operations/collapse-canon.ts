import type { Contrainte } from "../domain/constraint.ts";
import type { Entity } from "../domain/entity.ts";
import type { AttributFige, CategorieAttribut } from "../domain/fact.ts";
import { excerpt } from "../router/redact.ts";
import type { CampaignReads } from "../store/store.ts";

/** What the model is shown of the canon around one attribute; bounded, whatever the canon's size. */
export interface CollapseCanon {
  category: CategorieAttribut;
  /** Rules on the attribute itself. */
  rules: Contrainte[];
  /** The blocks of the prompt, by name. */
  data: Record<string, unknown>;
}

// A prompt of some ten thousand tokens at the most, whatever the canon holds.
const MOST = { facts: 60, constraints: 40, neighbours: 24, factsEach: 4, present: 20 };
const LONGEST = { own: 2000, other: 240, scene: 1200, text: 400 };

/** Reads the entity, its facts and constraints, those within two edges of it, and the scene. */
export async function readCollapseCanon(
  reads: CampaignReads,
  entity: Entity,
  attribute: { attributeKey: string; category?: CategorieAttribut | undefined },
): Promise<CollapseCanon> {
  const { entityId } = entity;
  const { attributeKey } = attribute;
  const facts = await reads.facts([entityId]);
  const constraints = await reads.constraints(entityId);
  const around = await withinTwoEdges(reads, entityId, constraints);
  const neighbours = await reads.entities(around);
  const theirs = await reads.facts(around);
  const sameKey = theirs.find((fact) => fact.attributeKey === attributeKey);
  const category = attribute.category ?? sameKey?.category ?? "IDENTITE";
  const rules = constraints.filter((constraint) => constraint.attributeKey === attributeKey);
  const others = constraints.filter((constraint) => constraint.attributeKey !== attributeKey);
  const data = {
    attribute: { attributeKey, category },
    entity: {
      ...entityData(entity, LONGEST.own),
      aliases: entity.aliases.slice(0, 12).map(({ text }) => excerpt(text, LONGEST.text)),
      tags: entity.tags.slice(0, 12),
    },
    facts: facts.slice(-MOST.facts).map(factData),
    constraints: [...rules, ...others].slice(0, MOST.constraints).map(constraintData),
    neighbours: neighbours.map((neighbour) => ({
      ...entityData(neighbour, LONGEST.other),
      facts: nearestFacts(theirs, neighbour.entityId, attributeKey, entityId).map(factData),
    })),
    scene: await sceneData(reads),
  };
  return { category, rules, data };
}

async function withinTwoEdges(reads: CampaignReads, entityId: string, constraints: Contrainte[]): Promise<string[]> {
  const correlated = constraints.flatMap(({ rule }) => (rule.type === "CORRELE_AVEC" ? [rule.autreEntite] : []));
  const near = await reads.neighbours([entityId]);
  const far = near.length > 0 && near.length < MOST.neighbours ? await reads.neighbours(near) : [];
  return [...new Set([...correlated, ...near, ...far])].filter((id) => id !== entityId).slice(0, MOST.neighbours);
}

// The facts that bear on the question come first: those of the same attribute, and those that name the entity.
function nearestFacts(facts: AttributFige[], owner: string, attributeKey: string, entityId: string): AttributFige[] {
  const weight = (fact: AttributFige) =>
    Number(fact.attributeKey === attributeKey) * 2 + Number(JSON.stringify(fact.value).includes(entityId));
  return facts
    .filter((fact) => fact.entityId === owner)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, MOST.factsEach);
}

function entityData({ entityId, type, name, description }: Entity, longest: number) {
  return { entityId, type, name, description: excerpt(description, longest) };
}

function factData({ attributeKey, value, category }: AttributFige) {
  const text = JSON.stringify(value);
  return { attributeKey, category, value: text.length > LONGEST.text ? excerpt(text, LONGEST.text) : value };
}

function constraintData({ attributeKey, rule, justification }: Contrainte) {
  const text = JSON.stringify(rule);
  return {
    attributeKey,
    rule: text.length > LONGEST.own ? excerpt(text, LONGEST.own) : rule,
    justification: excerpt(justification, LONGEST.text),
  };
}

async function sceneData(reads: CampaignReads) {
  const scene = await reads.currentScene();
  if (!scene) return null;
  const people = await reads.entities([scene.locationEntityId, ...scene.presentEntityIds.slice(0, MOST.present)]);
  const names = new Map(people.map(({ entityId, name }) => [entityId, name]));
  return {
    description: excerpt(scene.description, LONGEST.scene),
    location: names.get(scene.locationEntityId) ?? null,
    present: scene.presentEntityIds.flatMap((id) => names.get(id) ?? []),
    turn: scene.turnNumber,
  };
}
