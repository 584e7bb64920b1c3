import { OperationCommand } from "../cli/operation-command.ts";
import type { Scene } from "../domain/scene.ts";
import { prepareTurn } from "../operations/prepare-turn.ts";

export default class PrepareTurn extends OperationCommand {
  static override summary = prepareTurn.summary;
  static override description = prepareTurn.description;
  override readonly operation = prepareTurn;

  override view() {
    return import("../cli/human/turn.ts");
  }

  protected override idsToName({ scene }: { scene: Scene | null }): string[] {
    return scene === null ? [] : [scene.locationEntityId];
  }
}
