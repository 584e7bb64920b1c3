import { SneqError } from "../errors.ts";

export function campaignNotFound(id: string): SneqError {
  return new SneqError(
    "CAMPAIGN_NOT_FOUND",
    `There is no campaign "${id}" in this database; create it with init-campaign.`,
    { campaignId: id },
  );
}
