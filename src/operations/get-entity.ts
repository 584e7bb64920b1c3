import * as z from "zod";
import { defineOperation } from "./define.ts";
import { constraintOutput, entityId, entityOutput, factOutput } from "./schemas.ts";

export const getEntity = defineOperation({
  name: "get-entity",
  summary: "Show an entity with its facts and constraints",
  description: "Everything canon says of one entity itself. null for an id that the campaign does not hold.",
  scope: "campaign",
  effect: "reads",
  surfaces: ["cli", "tool"],
  input: () => z.strictObject({ entityId: entityId() }),
  output: () =>
    entityOutput()
      .extend({ facts: z.array(factOutput()), constraints: z.array(constraintOutput()) })
      .nullable(),
  examples: [{ title: "All about one character", args: { entityId: "<Aldric Fervent>" } }],
  run: ({ store }, input) =>
    store.snapshot(async (reads) => {
      const entity = await reads.entity(input.entityId);
      if (!entity) return null;
      const facts = await reads.facts([input.entityId]);
      return { ...entity, facts, constraints: await reads.constraints(input.entityId) };
    }),
});
