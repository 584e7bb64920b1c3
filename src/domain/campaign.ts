import { SneqError } from "../errors.ts";
import { codePoints } from "./text.ts";

/** A campaign as `listCampaigns` shows it. `embeddingDim` 0 means no vectors; `createdAt` is milliseconds since 1970. */
export interface CampaignInfo {
  id: string;
  name: string;
  /** ISO 639-1 codes, in order of preference. */
  languages: string[];
  /** `local` for the built-in space, else `provider/model`. */
  embeddingModel: string;
  embeddingDim: number;
  createdAt: number;
}

export const DEFAULT_LANGUAGES = ["fr", "en"];
export const LOCAL_EMBEDDING_MODEL = "local";
/** Length of the vectors of the built-in space. */
export const LOCAL_EMBEDDING_DIM = 768;

/**
 * The id in NFC, the form in which campaigns are compared and stored.
 * @throws SneqError INVALID_ARGS when it is empty, longer than 128 characters, edged by white space or holds control characters.
 */
export function campaignId(id: string): string {
  const problem =
    typeof id !== "string" || id === ""
      ? "must not be empty"
      : codePoints(id.normalize("NFC")) > 128
        ? "is longer than 128 characters"
        : id !== id.trim()
          ? "begins or ends with white space"
          : /[\p{Cc}]/u.test(id)
            ? "holds a control character"
            : !id.isWellFormed()
              ? "is not well-formed Unicode"
              : null;
  if (problem) throw new SneqError("INVALID_ARGS", `The campaign id ${problem}; use 1 to 128 plain characters.`);
  return id.normalize("NFC");
}
