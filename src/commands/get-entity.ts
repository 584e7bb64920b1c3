import { OperationCommand } from "../cli/operation-command.ts";
import { getEntity } from "../operations/get-entity.ts";

export default class GetEntity extends OperationCommand {
  static override summary = getEntity.summary;
  static override description = getEntity.description;
  override readonly operation = getEntity;

  override view() {
    return import("../cli/human/entity.ts");
  }
}
