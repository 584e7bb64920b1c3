import * as z from "zod";
import type { AttributFige } from "../domain/fact.ts";
import { defineOperation } from "./define.ts";
import { entityOutput, factOutput, sceneOutput } from "./schemas.ts";

export const prepareTurn = defineOperation({
  name: "prepare-turn",
  summary: "Get the scene, everyone present and all their facts in one call",
  description:
    "What a game master must know before narrating, from one consistent moment of the canon. A null scene means that none was set: call set-scene before narrating.",
  scope: "campaign",
  effect: "reads",
  surfaces: ["cli"],
  input: () => z.strictObject({}),
  output: () =>
    z.strictObject({
      scene: sceneOutput().nullable(),
      presentEntities: z.array(z.strictObject({ entity: entityOutput(), facts: z.array(factOutput()) })),
    }),
  examples: [{ title: "At the start of a turn", args: {} }],
  run: ({ store }) =>
    store.snapshot(async (reads) => {
      const scene = await reads.currentScene();
      if (!scene) return { scene: null, presentEntities: [] };
      const entities = await reads.entities(scene.presentEntityIds);
      const facts = new Map<string, AttributFige[]>(scene.presentEntityIds.map((id) => [id, []]));
      for (const fact of await reads.facts(scene.presentEntityIds)) facts.get(fact.entityId)?.push(fact);
      return {
        scene,
        presentEntities: entities.map((entity) => ({ entity, facts: facts.get(entity.entityId) ?? [] })),
      };
    }),
});
