import { OperationCommand } from "../cli/operation-command.ts";
import { setScene } from "../operations/set-scene.ts";

export default class SetScene extends OperationCommand {
  static override summary = setScene.summary;
  static override description = setScene.description;
  override readonly operation = setScene;

  override view() {
    return import("../cli/human/record.ts");
  }
}
