import * as z from "zod";
import type { Entity } from "../domain/entity.ts";
import type { NameResolution, SecondOpinion } from "../domain/gate.ts";
import { comparisonKey } from "../domain/text.ts";
import { providerCodeOf } from "../errors.ts";
import { languageName, renderPrompt } from "../router/prompt.ts";
import { excerpt } from "../router/redact.ts";
import type { Router } from "../router/router.ts";
import type { CampaignReads } from "../store/store.ts";
import { noteUnforeseen } from "./unforeseen.ts";

export interface SecondOpinionNeeds {
  router: Router;
  reads: Pick<CampaignReads, "recentEntities">;
  /** How many of the most recently touched entities the model is shown. */
  topK: number;
  /** The campaign's first language, for the reasoning. */
  language?: string | undefined;
  log?(event: Record<string, unknown>): void;
}

const NARRATION_CHARS = 3000;
const MOST_NAMES = 80;
const MOST_BEARERS = 8;
const LONGEST = { name: 200, description: 160, reasoning: 500 };

/**
 * One question to the light tier about all names of a narration that are unknown or borne by several. `unavailable` when no
 * model answered in a usable form, with the code of why; never throws. An opinion about another name, or one that suggests an entity the model was
 * not shown for that name, is dropped.
 */
export async function secondOpinion(
  { router, reads, topK, language, log = () => {} }: SecondOpinionNeeds,
  narration: string,
  names: readonly NameResolution[],
): Promise<{ opinions: SecondOpinion[]; unavailable: boolean; providerCode?: string }> {
  const open = names.filter(({ kind }) => kind === "no-match" || kind === "ambiguous").slice(0, MOST_NAMES);
  if (open.length === 0) return { opinions: [], unavailable: false };
  if (!router.configured("light")) return { opinions: [], unavailable: true, providerCode: "NOT_CONFIGURED" };
  try {
    const recent = await reads.recentEntities(topK);
    const data = { narration: around(narration, open), names: open.map(nameData), entities: recent.map(entityData) };
    const prompt = await renderPrompt("second-opinion", data, { language: languageName(language) });
    const { value } = await router.ask("light", {
      purpose: "second-opinion",
      ...prompt,
      schema: answerSchema(),
      sent: sentSchema(),
      shape: (raw) => (Array.isArray(raw) ? { verdicts: raw } : raw),
      schemaName: "verdicts",
      maxTokens: 400 + 100 * open.length,
    });
    return { opinions: usable(value.verdicts, open, recent), unavailable: false };
  } catch (error) {
    noteUnforeseen(log, "second-opinion", error);
    return { opinions: [], unavailable: true, ...providerCodeOf(error) };
  }
}

const verdict = () =>
  z.object({
    noun: z.string(),
    verdict: z.enum(["typo", "unknown"]),
    suggestion: z.string().nullish(),
    confidence: z.number().min(0).max(1).nullish().catch(undefined),
    reasoning: z.string().nullish().catch(undefined),
  });
type Verdict = z.output<ReturnType<typeof verdict>>;

// One bad verdict costs that verdict; the answer is unusable when none of them can be read.
const answerSchema = () =>
  z.object({ verdicts: z.array(z.unknown()) }).transform(({ verdicts }, context) => {
    const one = verdict();
    const read = verdicts.flatMap((raw): Verdict[] => {
      const parsed = one.safeParse(raw);
      return parsed.success ? [parsed.data] : [];
    });
    if (read.length === 0 && verdicts.length > 0) {
      context.addIssue({ code: "custom", path: ["verdicts"], message: "none has a noun and a verdict" });
    }
    return { verdicts: read };
  });

// Every property is required here, as the strict modes of the services ask; a missing one is null.
const sentSchema = () =>
  z.strictObject({
    verdicts: z.array(
      z.strictObject({
        noun: z.string(),
        verdict: z.enum(["typo", "unknown"]),
        suggestion: z.string().nullable(),
        confidence: z.number(),
        reasoning: z.string(),
      }),
    ),
  });

function usable(verdicts: Verdict[], open: NameResolution[], recent: Entity[]): SecondOpinion[] {
  const asked = new Map(open.map((name) => [comparisonKey(name.noun), name]));
  const opinions: SecondOpinion[] = [];
  for (const { noun, verdict: said, suggestion, confidence, reasoning } of verdicts) {
    const key = comparisonKey(noun);
    const name = asked.get(key);
    if (!name) continue;
    const shown = name.kind === "ambiguous" ? name.candidates : recent.map(shownEntity);
    const meant = suggestion ? shown.find(({ entityId }) => entityId === suggestion) : undefined;
    // A bearer that the model picked is meant, whatever it called the verdict.
    const verdict = name.kind === "ambiguous" && meant ? "typo" : said;
    if (verdict === "typo" && !meant) continue;
    asked.delete(key);
    opinions.push({
      noun: name.noun,
      verdict,
      ...(verdict === "typo" && meant ? { suggestion: meant.entityId, canonicalName: meant.canonicalName } : {}),
      ...(typeof confidence === "number" ? { confidence } : {}),
      ...(reasoning ? { reasoning: excerpt(reasoning, LONGEST.reasoning) } : {}),
    });
  }
  return opinions;
}

const shownEntity = ({ entityId, name }: Entity) => ({ entityId, canonicalName: name });

function nameData({ noun, kind, candidates }: NameResolution) {
  const bearers = candidates.slice(0, MOST_BEARERS).map(({ entityId, canonicalName }) => ({ entityId, canonicalName }));
  return { noun: excerpt(noun, LONGEST.name), ...(kind === "ambiguous" ? { bearers } : {}) };
}

function entityData({ entityId, name, type, description, aliases }: Entity) {
  return {
    entityId,
    name,
    type,
    description: excerpt(description, LONGEST.description),
    aliases: aliases.slice(0, 6).map(({ text }) => text),
  };
}

/** At most `NARRATION_CHARS` characters of a narration: all of it, or what stands around the first mention of each name. */
export function around(narration: string, names: readonly { noun: string }[]): string {
  if (narration.length <= NARRATION_CHARS) return narration;
  const reach = Math.max(40, Math.floor(NARRATION_CHARS / Math.max(1, names.length) / 2));
  const windows = names
    .map(({ noun }) => narration.indexOf(noun))
    .filter((at) => at >= 0)
    .sort((a, b) => a - b)
    .map((at): [number, number] => [Math.max(0, at - reach), Math.min(narration.length, at + reach)]);
  const merged: [number, number][] = [];
  for (const window of windows) {
    const last = merged.at(-1);
    if (last && window[0] <= last[1]) last[1] = Math.max(last[1], window[1]);
    else merged.push(window);
  }
  const text = merged.map(([start, end]) => narration.slice(start, end)).join(" […] ");
  return excerpt((text || narration).toWellFormed(), NARRATION_CHARS);
}
