import { OperationCommand } from "../cli/operation-command.ts";
import { mentionEntity } from "../operations/mention-entity.ts";

export default class MentionEntity extends OperationCommand {
  static override summary = mentionEntity.summary;
  static override description = mentionEntity.description;
  override readonly operation = mentionEntity;

  override view() {
    return import("../cli/human/mention.ts");
  }
}
