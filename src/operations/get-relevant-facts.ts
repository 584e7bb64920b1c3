import * as z from "zod";
import { attributeKey } from "../domain/attribute-key.ts";
import type { CampaignReads } from "../store/store.ts";
import { defineOperation } from "./define.ts";
import { requireEntities } from "./entity-check.ts";
import { entityId, factOutput } from "./schemas.ts";

export const getRelevantFacts = defineOperation({
  name: "get-relevant-facts",
  summary: "List the facts of an entity and of those it is linked to",
  description:
    "Facts that may bear on what is about to be told: the entity's own first, then those of its neighbours in the graph, the nearest first. What is not listed was never observed.",
  scope: "campaign",
  effect: "reads",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      entityId: entityId(),
      attributeKeys: z.array(attributeKey()).max(1000).optional().describe("Only these attributes, of every entity"),
      depth: z.int().min(0).max(3).default(0).describe("How many links away to look, 0 to 3; 0 when left out"),
    }),
  output: () => z.array(factOutput()),
  examples: [
    { title: "Before a character testifies", args: { entityId: "<Aldric Fervent>", depth: 1 } },
    { title: "One attribute", args: { entityId: "<Aldric Fervent>", attributeKeys: ["ancien_metier"] } },
  ],
  run: ({ store }, input) =>
    store.snapshot(async (reads) => {
      await requireEntities(reads, [input.entityId]);
      const ids = await within(reads, input.entityId, input.depth);
      return reads.facts(ids, input.attributeKeys);
    }),
});

/** The entity and everyone at most `depth` links away, the nearest first; the direction of a link does not matter. */
async function within(reads: CampaignReads, entityId: string, depth: number): Promise<string[]> {
  const found = new Set([entityId]);
  let rim = [entityId];
  for (let distance = 0; distance < depth && rim.length > 0; distance++) {
    rim = (await reads.neighbours(rim)).filter((id) => !found.has(id));
    for (const id of rim) found.add(id);
  }
  return [...found];
}
