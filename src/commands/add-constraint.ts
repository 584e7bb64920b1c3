import { OperationCommand } from "../cli/operation-command.ts";
import { addConstraint } from "../operations/add-constraint.ts";

export default class AddConstraint extends OperationCommand {
  static override summary = addConstraint.summary;
  static override description = addConstraint.description;
  override readonly operation = addConstraint;

  override view() {
    return import("../cli/human/record.ts");
  }
}
