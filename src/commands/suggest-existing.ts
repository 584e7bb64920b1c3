import { OperationCommand } from "../cli/operation-command.ts";
import { suggestExisting } from "../operations/suggest-existing.ts";

export default class SuggestExisting extends OperationCommand {
  static override summary = suggestExisting.summary;
  static override description = suggestExisting.description;
  override readonly operation = suggestExisting;

  override view() {
    return import("../cli/human/candidates.ts");
  }
}
