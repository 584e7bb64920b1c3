import { OperationCommand } from "../cli/operation-command.ts";
import { initCampaign } from "../operations/init-campaign.ts";

export default class InitCampaign extends OperationCommand {
  static override summary = initCampaign.summary;
  static override description = initCampaign.description;
  override readonly operation = initCampaign;

  override view() {
    return import("../cli/human/record.ts");
  }
}
