import type { Scene } from "../../domain/scene.ts";
import { indent, wrap } from "./layout.ts";
import type { Page, View } from "./page.ts";

export const render: View<Scene | null> = (scene, page) =>
  scene === null ? noScene(page) : sceneLines(scene, page).join("\n");

export function noScene({ style }: Page): string {
  return style.warning("No scene yet; set-scene opens the first one.");
}

/** A scene: its turn, its description, and the ids of its place and cast unless `names` has them. */
export function sceneLines(
  scene: Scene,
  { width, style }: Page,
  names: ReadonlyMap<string, string> = new Map(),
): string[] {
  const named = (id: string) => {
    const name = names.get(id);
    return name === undefined ? id : `${style.name(name)} ${style.muted(id)}`;
  };
  const cast = scene.presentEntityIds.length > 0 ? scene.presentEntityIds.map(named).join(", ") : "nobody";
  return [
    `${style.heading(`Turn ${scene.turnNumber}`)} ${style.muted(scene.sceneId)}`,
    ...indent(wrap(scene.description, width - 2), 2),
    `${style.muted("place  ")} ${named(scene.locationEntityId)}`,
    `${style.muted("present")} ${cast}`,
  ];
}
