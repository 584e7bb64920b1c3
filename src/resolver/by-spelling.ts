import type { EntityType } from "../domain/entity.ts";
import { type RankedSpelling, rankSpellings } from "../domain/spelling/rank.ts";
import type { CampaignReads, SpellingHit } from "../store/store.ts";
import type { GradedCandidate } from "./resolver.ts";

/** No name is longer than 200 characters, so nothing much longer is a slip of one: in UTF-16 units, with room for the slip. */
const LONGEST = 600;

/** How many spellings the index proposes for one mention before they are compared. */
const PROPOSED = 50;

/** Spellings that resemble each mention, compared and ranked, each entity once. */
export async function nearSpellings(
  reads: CampaignReads,
  mentions: readonly string[],
  options: { type?: EntityType | undefined; floor: number },
): Promise<RankedSpelling<SpellingHit>[][]> {
  if (mentions.length === 0) return [];
  const short = mentions.map((mention) => (mention.length > LONGEST ? "" : mention));
  const [proposed, canonSize] = [await reads.namesBySpelling(short, PROPOSED), await reads.countEntities()];
  return proposed.map((hits, index) => {
    const typed = options.type ? hits.filter((hit) => hit.type === options.type) : hits;
    return rankSpellings(mentions[index] ?? "", typed, { floor: options.floor, canonSize });
  });
}

export function gradedCandidate(ranked: RankedSpelling<SpellingHit>): GradedCandidate {
  const { entityId, name, type } = ranked.candidate;
  return { entityId, name, type, confidence: rounded(ranked.confidence), grade: ranked.grade };
}

/** Confidence to four digits: enough to order by, and the same on every machine. */
export function rounded(confidence: number): number {
  return Math.round(Math.min(1, Math.max(0, confidence)) * 10_000) / 10_000;
}
