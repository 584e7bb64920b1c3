import { OperationCommand } from "../cli/operation-command.ts";
import { collapseAttribute } from "../operations/collapse-attribute.ts";

export default class CollapseAttribute extends OperationCommand {
  static override summary = collapseAttribute.summary;
  static override description = collapseAttribute.description;
  override readonly operation = collapseAttribute;

  override view() {
    return import("../cli/human/collapse.ts");
  }
}
