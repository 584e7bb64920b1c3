import * as z from "zod";
import { attributeKey } from "./attribute-key.ts";
import { type AttributValue, valueSchema } from "./value.ts";

/** One side of a structured implication: this attribute has this value. */
export interface AttributeTerm {
  attributeKey: string;
  value: AttributValue;
}

/** What an attribute must obey. `strict` defaults to true: a strict rule blocks a value, a soft one only warns. */
export type Rule = { strict?: boolean | undefined } & (
  | { type: "DOIT_ETRE"; valeurs: AttributValue[] }
  | { type: "NE_PEUT_PAS_ETRE"; valeurs: AttributValue[] }
  | { type: "RANGE_NUMERIQUE"; min?: number | undefined; max?: number | undefined }
  | { type: "REGEX"; pattern: string }
  | { type: "IMPLIQUE"; condition: string | AttributeTerm; consequence: string | AttributeTerm }
  | { type: "CORRELE_AVEC"; autreEntite: string; autreAttribut: string }
);

/** A rule on one attribute of one entity. */
export interface Contrainte {
  constraintId: string;
  attributeKey: string;
  rule: Rule;
  justification: string;
  createdAt: number;
}

/** A rule that a value breaks, with the reason in words. */
export interface Violation {
  constraintId: string;
  rule: Rule;
  justification: string;
  reason: string;
}

/** What a collapse set in motion. */
export interface Propagation {
  entitesImpactees: string[];
  contraintesAjoutees: Contrainte[];
}

export const RULE_TYPES = [
  "DOIT_ETRE",
  "NE_PEUT_PAS_ETRE",
  "RANGE_NUMERIQUE",
  "REGEX",
  "IMPLIQUE",
  "CORRELE_AVEC",
] as const;

const strict = () => z.boolean().optional().describe("false: only warns; true (the default): blocks");

/** Schema of a rule; built on first use. Patterns are checked where the rule is added, by the engine that runs them. */
export function ruleSchema() {
  const term = z.union([z.string().min(1), z.strictObject({ attributeKey: attributeKey(), value: valueSchema() })]);
  const values = z.array(valueSchema()).min(1).max(1000);
  return z
    .discriminatedUnion("type", [
      z.strictObject({ type: z.literal("DOIT_ETRE"), valeurs: values, strict: strict() }),
      z.strictObject({ type: z.literal("NE_PEUT_PAS_ETRE"), valeurs: values, strict: strict() }),
      z.strictObject({
        type: z.literal("RANGE_NUMERIQUE"),
        min: z.number().optional(),
        max: z.number().optional(),
        strict: strict(),
      }),
      z.strictObject({ type: z.literal("REGEX"), pattern: z.string().min(1).max(1000), strict: strict() }),
      z.strictObject({ type: z.literal("IMPLIQUE"), condition: term, consequence: term, strict: strict() }),
      z.strictObject({
        type: z.literal("CORRELE_AVEC"),
        autreEntite: z.string().min(1),
        autreAttribut: attributeKey(),
        strict: strict(),
      }),
    ])
    .superRefine((rule, context) => {
      if (rule.type === "RANGE_NUMERIQUE" && rule.min === undefined && rule.max === undefined)
        context.addIssue({ code: "custom", path: ["min"], message: "give min, max or both" });
      if (rule.type === "IMPLIQUE" && (typeof rule.condition === "string") !== (typeof rule.consequence === "string"))
        context.addIssue({
          code: "custom",
          path: ["consequence"],
          message: "condition and consequence are both sentences, or both {attributeKey, value}",
        });
    })
    .describe("One of DOIT_ETRE, NE_PEUT_PAS_ETRE, RANGE_NUMERIQUE, REGEX, IMPLIQUE, CORRELE_AVEC");
}
