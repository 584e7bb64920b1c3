import * as z from "zod";
import { defineOperation } from "./define.ts";

export const campaignExists = defineOperation({
  name: "campaign-exists",
  summary: "Say whether the campaign exists",
  description:
    "The one call that is no error for an unknown campaign or an absent database: ask it first, then decide.",
  scope: "engine",
  effect: "reads",
  surfaces: ["cli"],
  input: () => z.strictObject({}),
  output: () =>
    z.union([
      z.strictObject({ exists: z.literal(false) }),
      z.strictObject({ exists: z.literal(true), name: z.string(), embeddingDim: z.int() }),
    ]),
  examples: [{ title: "Before anything else", args: {} }],
  async run({ store, campaignId }) {
    const campaign = await store.campaign(campaignId);
    if (!campaign) return { exists: false as const };
    return { exists: true as const, name: campaign.info.name, embeddingDim: campaign.info.embeddingDim };
  },
});
