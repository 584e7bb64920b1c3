import * as z from "zod";
import { RULE_TYPES } from "../domain/constraint.ts";
import { ALIAS_SOURCES, ENTITY_TYPES } from "../domain/entity.ts";
import { CATEGORIES, OBSERVATION_METHODS, OBSERVATION_SOURCES, RELIABILITIES } from "../domain/fact.ts";
import { codePoints, comparisonKey } from "../domain/text.ts";
import { VALUE_TYPES } from "../domain/value.ts";

// Shapes that several operations share. Functions, since a process builds only what its one operation needs.

/** A name, alias or mention: trimmed, 1 to 200 characters, no control characters, something visible. */
export const nameText = (what: string) =>
  z
    .string()
    .check(
      z.overwrite((text) => text.trim()),
      isName,
    )
    .describe(what);

/** One check for all: each further one would copy the schema, in every process. */
function isName({ value, issues }: z.core.ParsePayload<string>): void {
  const refuse = (message: string) => issues.push({ code: "custom", input: value, message });
  if (value === "") {
    refuse("must not be empty");
    return;
  }
  if (codePoints(value) > 200) refuse("must be at most 200 characters");
  if (/\p{Cc}/u.test(value)) refuse("must not hold control characters or line breaks");
  if (comparisonKey(value) === "") refuse("must hold at least one visible character");
}

export const entityId = (what = "Id of an entity, from lookup-entity or mention-entity") =>
  z.string().min(1).describe(what);

export const entityType = () => z.enum(ENTITY_TYPES).describe("Kind of entity");
export const category = () => z.enum(CATEGORIES).describe("What the attribute is about");

export const operationId = () =>
  z
    .string()
    .min(1)
    .refine((text) => codePoints(text) <= 128, { message: "must be at most 128 characters" })
    .optional()
    .describe("Makes a retry safe: the same id with the same arguments answers again without writing again");

/** Free text of a campaign, of any length a call can carry. */
export const prose = (what: string) => z.string().describe(what);

// Outputs: tests parse every answer with these, production does not.

export const candidate = () =>
  z.strictObject({
    entityId: z.string(),
    name: z.string(),
    type: z.enum(ENTITY_TYPES),
    confidence: z.number().min(0).max(1),
  });

export const entityOutput = () =>
  z.strictObject({
    entityId: z.string(),
    type: z.enum(ENTITY_TYPES),
    name: z.string(),
    description: z.string(),
    aliases: z.array(z.strictObject({ text: z.string(), source: z.enum(ALIAS_SOURCES), observedAt: z.int() })),
    tags: z.array(z.string()),
    createdAt: z.int(),
  });

export const valueOutput = () => z.looseObject({ type: z.enum(VALUE_TYPES) });
const ruleOutput = () => z.looseObject({ type: z.enum(RULE_TYPES), strict: z.boolean().optional() });

const observationOutput = () =>
  z.strictObject({
    source: z.enum(OBSERVATION_SOURCES),
    method: z.enum(OBSERVATION_METHODS),
    fiabilite: z.enum(RELIABILITIES),
    timestamp: z.int(),
    emittedBy: z.string().optional(),
    sceneId: z.string().optional(),
    excerpt: z.string().optional(),
  });

export const factOutput = () =>
  z.strictObject({
    factId: z.string(),
    entityId: z.string(),
    attributeKey: z.string(),
    value: valueOutput(),
    category: z.enum(CATEGORIES),
    observation: observationOutput(),
    turn: z.int().min(0),
    createdAt: z.int(),
  });

export const constraintOutput = () =>
  z.strictObject({
    constraintId: z.string(),
    attributeKey: z.string(),
    rule: ruleOutput(),
    justification: z.string(),
    createdAt: z.int(),
  });

export const violationOutput = () =>
  z.strictObject({ constraintId: z.string(), rule: ruleOutput(), justification: z.string(), reason: z.string() });

export const propagationOutput = () =>
  z.strictObject({ entitesImpactees: z.array(z.string()), contraintesAjoutees: z.array(constraintOutput()) });

export const sceneOutput = () =>
  z.strictObject({
    sceneId: z.string(),
    locationEntityId: z.string(),
    presentEntityIds: z.array(z.string()),
    description: z.string(),
    turnNumber: z.int().min(1),
    createdAt: z.int(),
  });
