import { OperationCommand } from "../cli/operation-command.ts";
import { advanceTurn } from "../operations/advance-turn.ts";

export default class AdvanceTurn extends OperationCommand {
  static override summary = advanceTurn.summary;
  static override description = advanceTurn.description;
  override readonly operation = advanceTurn;

  override view() {
    return import("../cli/human/record.ts");
  }
}
