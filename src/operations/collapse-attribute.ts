import * as z from "zod";
import { attributeKey } from "../domain/attribute-key.ts";
import { DEPTHS, REGISTERS } from "../domain/collapse.ts";
import type { AttributFige } from "../domain/fact.ts";
import type { Collapsed } from "./context.ts";
import { defineOperation } from "./define.ts";
import { requireEntities } from "./entity-check.ts";
import { category, entityId, operationId, propagationOutput, valueOutput } from "./schemas.ts";

export const collapseAttribute = defineOperation({
  name: "collapse-attribute",
  summary: "Let the model decide an attribute that was never observed, and make it a fact",
  description:
    "Answers the standing fact when there is one. Otherwise the heavy-tier model invents a value that fits the canon and every strict rule, and it becomes a fact. Needs a configured model.",
  scope: "campaign",
  effect: "writes",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      entityId: entityId(),
      attributeKey: attributeKey(),
      category: category()
        .optional()
        .describe(
          "What the attribute is about; when left out that of the same attribute of a neighbour, else IDENTITE",
        ),
      profondeur: z.enum(DEPTHS).default("STANDARD").describe("How much detail"),
      registre: z.enum(REGISTERS).default("NEUTRE").describe("Tone"),
      operationId: operationId(),
    }),
  output: () =>
    z.strictObject({
      value: valueOutput(),
      reasoning: z.string(),
      propagation: propagationOutput(),
      factId: z.string(),
    }),
  examples: [
    {
      title: "An attribute that is already a fact needs no model",
      args: { entityId: "<Aldric Fervent>", attributeKey: "ancien_metier" },
    },
  ],
  async run(context, input) {
    await requireEntities(context.store, [input.entityId]);
    if (input.operationId !== undefined) {
      // A retry answers as the first time, and a reused id is refused, before a model is paid for.
      const earlier = await context.commit<Collapsed | null>(async () => ({ result: null, canon: false }));
      if (earlier) return earlier;
    }
    const standing = await context.store.fact(input.entityId, input.attributeKey);
    return standing ? standingResult(standing) : context.collapse(input);
  },
});

/** The answer for an attribute that is a fact already. */
export function standingResult({ value, factId }: AttributFige): Collapsed {
  return { value, reasoning: "", propagation: { entitesImpactees: [], contraintesAjoutees: [] }, factId };
}
