import { OperationCommand } from "../cli/operation-command.ts";
import { lookupEntity } from "../operations/lookup-entity.ts";

export default class LookupEntity extends OperationCommand {
  static override summary = lookupEntity.summary;
  static override description = lookupEntity.description;
  override readonly operation = lookupEntity;

  override view() {
    return import("../cli/human/resolution.ts");
  }
}
