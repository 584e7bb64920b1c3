import type { EntityType } from "../domain/entity.ts";
import type { NameResolution } from "../domain/gate.ts";
import { MOST_CANDIDATES } from "../domain/resolution.ts";
import type { SpellingKind } from "../domain/spelling/compare.ts";
import type { RankedSpelling } from "../domain/spelling/rank.ts";
import type { CampaignReads, SpellingHit } from "../store/store.ts";
import { bearersOf } from "./by-name.ts";
import { nearSpellings, rounded } from "./by-spelling.ts";

/** Ways of writing a name that a reader takes for the name itself: a report about them would be noise. */
const SAME_NAME: ReadonlySet<SpellingKind> = new Set(["exact", "article", "title", "inflection", "part-of-name"]);

/** Resolves each noun once in one batch: by key, by a part of a name that one entity bears, by spelling. */
export async function resolveNames(
  reads: CampaignReads,
  nouns: readonly string[],
  options: { articles: readonly string[]; floor: number; type?: EntityType | undefined },
): Promise<NameResolution[]> {
  const bearers = await bearersOf(reads, nouns, options.articles, options.type);
  const unknown = nouns.filter((_, index) => bearers[index]?.length === 0);
  const ranked = await nearSpellings(reads, unknown, options);
  const byNoun = new Map(unknown.map((noun, index) => [noun, ranked[index] ?? []]));
  return nouns.map((noun, index) => {
    const hits = bearers[index] ?? [];
    if (hits.length === 0) return bySpelling(noun, byNoun.get(noun) ?? []);
    const candidates = hits.slice(0, MOST_CANDIDATES).map(({ name, ...hit }) => ({ ...hit, canonicalName: name }));
    return { noun, kind: hits.length === 1 ? "match" : "ambiguous", candidates };
  });
}

function bySpelling(noun: string, ranked: RankedSpelling<SpellingHit>[]): NameResolution {
  const candidates = ranked.slice(0, MOST_CANDIDATES).map(({ candidate, entityId, confidence }) => ({
    entityId,
    canonicalName: candidate.name,
    type: candidate.type,
    confidence: rounded(confidence),
  }));
  const same = candidates.filter((_, index) => SAME_NAME.has(ranked[index]?.kind ?? "unrelated"));
  if (same.length > 0) return { noun, kind: same.length === 1 ? "match" : "ambiguous", candidates: same };
  return { noun, kind: candidates.length > 0 ? "below-threshold" : "no-match", candidates };
}
