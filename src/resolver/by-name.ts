import type { EntityType } from "../domain/entity.ts";
import { ALIAS_CONFIDENCE, type Candidate } from "../domain/resolution.ts";
import { comparisonKey, keyWithoutArticle } from "../domain/text.ts";
import type { CampaignReads, NameHit } from "../store/store.ts";

/**
 * The entities whose name or alias has the key of each mention, each entity once. When somebody bears the very spelling, only
 * its bearers count; else those with the whole key; else those that agree once leading articles are dropped.
 */
export async function bearersOf(
  reads: CampaignReads,
  mentions: readonly string[],
  articles: readonly string[],
  type?: EntityType,
): Promise<Candidate[][]> {
  const keys = mentions.map((mention) => {
    const key = comparisonKey(mention);
    return { key, bare: keyWithoutArticle(key, articles) };
  });
  const hits = await reads.namesByKeys(keys);
  return hits.map((found, index) => {
    const typed = type ? found.filter((hit) => hit.type === type) : found;
    return candidatesOf(nearestTier(typed, mentions[index] ?? ""));
  });
}

function nearestTier(hits: NameHit[], mention: string): NameHit[] {
  const spelling = mention.normalize("NFC");
  const exact = hits.filter((hit) => hit.text.normalize("NFC") === spelling);
  if (exact.length > 0) return exact;
  const full = hits.filter((hit) => hit.full);
  return full.length > 0 ? full : hits;
}

function candidatesOf(hits: NameHit[]): Candidate[] {
  const byEntity = new Map<string, Candidate>();
  for (const { entityId, name, type } of hits)
    byEntity.set(entityId, { entityId, name, type, confidence: ALIAS_CONFIDENCE });
  return [...byEntity.values()];
}
