import type { Scene } from "../../domain/scene.ts";
import { type Cell, indent, table, wrap } from "./layout.ts";
import type { Page, View } from "./page.ts";

export const render: View<Scene | null> = (scene, page) =>
  scene === null ? noScene(page) : sceneLines(scene, page).join("\n");

export function noScene({ style }: Page): string {
  return style.warning("No scene yet; set-scene opens the first one.");
}

/** A scene: its turn, its description, its place and cast. */
export function sceneLines(scene: Scene, { width, style, names }: Page): string[] {
  const row = (label: string, id: string): Cell[] => {
    const name = names.get(id);
    const entity =
      name === undefined
        ? [{ text: id }]
        : [
            { text: name, paint: style.name },
            { text: id, paint: style.muted },
          ];
    return [{ text: label, paint: style.muted }, ...entity];
  };
  const cast = scene.presentEntityIds.map((id, i) => row(i === 0 ? "present" : "", id));
  return [
    `${style.heading(`Turn ${scene.turnNumber}`)} ${style.muted(scene.sceneId)}`,
    ...indent(wrap(scene.description, width - 2), 2),
    ...table([row("place", scene.locationEntityId), ...cast], width),
  ];
}
