import { OperationCommand } from "../cli/operation-command.ts";
import { campaignExists } from "../operations/campaign-exists.ts";

export default class CampaignExists extends OperationCommand {
  static override summary = campaignExists.summary;
  static override description = campaignExists.description;
  override readonly operation = campaignExists;

  override view() {
    return import("../cli/human/campaign.ts");
  }
}
