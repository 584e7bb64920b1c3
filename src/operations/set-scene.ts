import * as z from "zod";
import { newId } from "../domain/ids.ts";
import { defineOperation } from "./define.ts";
import { requireEntities } from "./entity-check.ts";
import { entityId, operationId, prose } from "./schemas.ts";

export const setScene = defineOperation({
  name: "set-scene",
  summary: "Open a scene: a place and who is there",
  description: "Declares where the story goes on, and opens a new turn. Everybody named here must be canon already.",
  scope: "campaign",
  effect: "writes",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      locationEntityId: entityId("Id of the place"),
      presentEntityIds: z.array(entityId()).max(1000).describe("Ids of everybody present; repeats are kept once"),
      description: prose("What is seen, in a sentence or two"),
      operationId: operationId(),
    }),
  output: () => z.strictObject({ sceneId: z.string(), turnNumber: z.int().min(1) }),
  examples: [
    {
      title: "The forge at dusk",
      args: {
        locationEntityId: "<La Forge de Valmure>",
        presentEntityIds: ["<Mira>", "<Aldric Fervent>"],
        description: "La forge au crépuscule",
      },
    },
  ],
  run: (context, input) =>
    context.commit(async (tx) => {
      const present = [...new Set(input.presentEntityIds)];
      await requireEntities(tx, [input.locationEntityId, ...present]);
      const now = context.now();
      const turnNumber = await tx.openTurn(null, now);
      const sceneId = newId("scene", now);
      await tx.insertScene({
        sceneId,
        locationEntityId: input.locationEntityId,
        presentEntityIds: present,
        description: input.description,
        turnNumber,
        createdAt: now,
      });
      await tx.touch([input.locationEntityId, ...present], now);
      await tx.appendEvent(
        "scene.changed",
        { sceneId, turnNumber, locationEntityId: input.locationEntityId, presentEntityIds: present },
        now,
      );
      return { result: { sceneId, turnNumber }, canon: true };
    }),
});
