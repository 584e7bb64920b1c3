import { OperationCommand } from "../cli/operation-command.ts";
import type { Scene } from "../domain/scene.ts";
import { getScene } from "../operations/get-scene.ts";

export default class GetScene extends OperationCommand {
  static override summary = getScene.summary;
  static override description = getScene.description;
  override readonly operation = getScene;

  override view() {
    return import("../cli/human/scene.ts");
  }

  protected override idsToName(scene: Scene | null): string[] {
    return scene === null ? [] : [scene.locationEntityId, ...scene.presentEntityIds];
  }
}
