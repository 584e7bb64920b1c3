import { OperationCommand } from "../cli/operation-command.ts";
import { getRelevantFacts } from "../operations/get-relevant-facts.ts";

export default class GetRelevantFacts extends OperationCommand {
  static override summary = getRelevantFacts.summary;
  static override description = getRelevantFacts.description;
  override readonly operation = getRelevantFacts;

  override view() {
    return import("../cli/human/facts.ts");
  }
}
