import * as z from "zod";
import { DEFAULT_LANGUAGES, LOCAL_EMBEDDING_MODEL } from "../domain/campaign.ts";
import { codePoints } from "../domain/text.ts";
import { invalid, SneqError } from "../errors.ts";
import { replay } from "./commit.ts";
import type { EngineContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { operationId } from "./schemas.ts";

export const initCampaign = defineOperation({
  name: "init-campaign",
  summary: "Create a campaign, and the database file when there is none",
  description:
    "Opens a new canon. The campaign's id is the one given with --campaign; its languages decide which articles and word lists are used, and its embedding space is fixed for good.",
  scope: "engine",
  effect: "writes",
  surfaces: ["cli"],
  input: () =>
    z.strictObject({
      name: z
        .string()
        .overwrite((text) => text.trim())
        .refine((text) => text !== "" && codePoints(text) <= 200, { message: "must be 1 to 200 characters" })
        .refine((text) => !/\p{Cc}/u.test(text), { message: "must not hold control characters" })
        .optional()
        .describe("Title for people; the id when left out"),
      embeddingDim: z
        .int()
        .min(0)
        .max(65_536)
        .optional()
        .describe("Length of the embedding model's vectors (768 for the local one); 0 for none"),
      languages: z
        .array(
          z
            .string()
            .regex(/^[a-z]{2,3}$/, { message: "use ISO 639 codes such as fr or en" })
            .describe("ISO 639 code"),
        )
        .min(1)
        .max(8)
        .optional()
        .describe('Languages of the narration, ISO 639-1; ["fr","en"] when left out'),
      operationId: operationId(),
    }),
  output: () => z.strictObject({ campaignId: z.string(), created: z.literal(true) }),
  examples: [
    { title: "A campaign in French and English", args: { name: "La Forge de Valmure", languages: ["fr", "en"] } },
  ],
  async run(context, input) {
    const { store, campaignId, embeddingModel } = context;
    const now = context.now();
    const space = embeddingModel();
    const embeddingDim = input.embeddingDim ?? space.dim ?? (await context.measureVectors());
    const dim = space.dim ?? (input.embeddingDim ? await measured(context) : embeddingDim);
    if (embeddingDim !== 0 && dim !== undefined && embeddingDim !== dim)
      throw invalid(
        ["embeddingDim"],
        `the embedding model ${space.model} makes vectors of ${dim}; leave embeddingDim out, or give ${dim} or 0`,
      );
    const result = { campaignId, created: true as const };
    const { operationId, ...rest } = input;
    const fingerprint = fingerprintOf("init-campaign", rest);
    const info = {
      id: campaignId,
      name: input.name ?? campaignId,
      languages: [...new Set(input.languages ?? DEFAULT_LANGUAGES)],
      embeddingModel: embeddingDim === 0 ? LOCAL_EMBEDDING_MODEL : space.model,
      embeddingDim,
      createdAt: now,
    };
    const created = await store.createCampaign(info, async (tx) => {
      await tx.appendEvent("campaign.created", { name: info.name, languages: info.languages, embeddingDim }, now);
      if (operationId) await tx.saveOperation(operationId, { operation: "init-campaign", fingerprint, result }, now);
    });
    if (created) return result;
    if (operationId) {
      const stored = await (await store.campaign(campaignId))?.operation(operationId);
      if (replay(stored ?? null, { operationId, operation: "init-campaign", fingerprint })) return result;
    }
    throw new SneqError(
      "CAMPAIGN_ALREADY_EXISTS",
      `The campaign "${campaignId}" exists already; use another id, or go on with it.`,
      { campaignId },
    );
  },
});

/** The length of the model's vectors; undefined while it cannot be asked, and then the caller's word is taken. */
async function measured(context: EngineContext): Promise<number | undefined> {
  try {
    return await context.measureVectors();
  } catch (error) {
    if (SneqError.is(error) && error.code === "PROVIDER_ERROR") return undefined;
    throw error;
  }
}
