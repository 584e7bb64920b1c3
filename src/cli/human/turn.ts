import type { Entity } from "../../domain/entity.ts";
import type { AttributFige } from "../../domain/fact.ts";
import type { Scene } from "../../domain/scene.ts";
import { entityLines, factLines } from "./entity.ts";
import type { View } from "./page.ts";
import { noScene, sceneLines } from "./scene.ts";

interface Answer {
  scene: Scene | null;
  presentEntities: { entity: Entity; facts: AttributFige[] }[];
}

/** The scene, then everyone in it with what is known of them. */
export const render: View<Answer> = ({ scene, presentEntities }, page) => {
  if (scene === null) return noScene(page);
  const names = new Map([
    ...page.names,
    ...presentEntities.map(({ entity }) => [entity.entityId, entity.name] as const),
  ]);
  const cast = presentEntities.flatMap(({ entity, facts }) => [
    "",
    ...entityLines(entity, page),
    ...factLines(facts, page),
  ]);
  return [...sceneLines(scene, { ...page, names }), ...cast].join("\n");
};
