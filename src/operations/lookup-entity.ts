import * as z from "zod";
import { LAYERS, NOT_FOUND_REASONS } from "../domain/resolution.ts";
import { defineOperation } from "./define.ts";
import { requireScene } from "./entity-check.ts";
import { candidate, entityType, nameText } from "./schemas.ts";

export const lookupEntity = defineOperation({
  name: "lookup-entity",
  summary: "Find out who or what a mention means",
  description:
    "Resolves a name or a phrase such as “the blacksmith” to an entity of the canon. match is null when nobody is meant for certain: notFoundReason says whether nothing resembles it (no-match), something does but not surely (below-threshold), or several bear it (ambiguous).",
  scope: "campaign",
  effect: "reads",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      mention: nameText("The words to resolve, 1 to 200 characters"),
      type: entityType().optional().describe("Only entities of this kind"),
      sceneId: z.string().min(1).optional().describe("Scene to judge by; the current one when left out"),
    }),
  output: () =>
    z.strictObject({
      match: candidate().nullable(),
      confidence: z.number().min(0).max(1),
      candidates: z.array(candidate()),
      layerUsed: z.enum(LAYERS),
      reasoning: z.string().optional(),
      notFoundReason: z.enum(NOT_FOUND_REASONS).optional(),
      unavailableReason: z.string().optional(),
    }),
  examples: [
    { title: "By an alias", args: { mention: "le forgeron", type: "PERSONNAGE" } },
    { title: "A name that was misheard", args: { mention: "Aldwyn" } },
  ],
  async run({ store, resolver }, input) {
    await requireScene(store, input.sceneId);
    return resolver.resolve(input);
  },
});
