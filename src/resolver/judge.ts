import * as z from "zod";
import type { EntityType } from "../domain/entity.ts";
import type { Scene } from "../domain/scene.ts";
import { providerCodeOf } from "../errors.ts";
import { languageName, renderPrompt } from "../router/prompt.ts";
import { excerpt } from "../router/redact.ts";
import type { Router } from "../router/router.ts";
import type { CampaignReads } from "../store/store.ts";
import type { Judge, Verdict } from "./resolver.ts";
import { noteUnforeseen } from "./unforeseen.ts";

/** What the judge is told of a candidate. */
export interface JudgedCandidate {
  name: string;
  type: EntityType;
  description: string;
  aliases: readonly string[];
}

export interface JudgeQuestion {
  mention: string;
  /** Where the mention was made; null before the first scene. */
  scene: { description: string; location?: string; present?: readonly string[] } | null;
  candidates: readonly JudgedCandidate[];
  /** The campaign's first language, for the reasoning. */
  language?: string | undefined;
}

// Room for a model that thinks before it answers; the answer itself is some eighty tokens.
const ANSWER_TOKENS = 1000;
const LONGEST = { mention: 200, description: 600, alias: 120, scene: 1200, reasoning: 500 };
const MOST_ALIASES = 12;
const MOST_PRESENT = 20;

let memo: z.ZodType<{ matchedIndex: number | null; confidence: number; reasoning: string }> | undefined;
function answerSchema() {
  memo ??= z.object({
    matchedIndex: z.int().nullable(),
    confidence: z.number().min(0).max(1),
    reasoning: z.string(),
  });
  return memo;
}

// What is asked for is stricter than what is taken: the services' strict modes want closed objects.
const sentSchema = () =>
  z.strictObject({ matchedIndex: z.int().nullable(), confidence: z.number(), reasoning: z.string() });

/** The judge of a campaign: it reads the candidates and the scene, then asks the light tier. Throws only what reading does. */
export function canonJudge(
  router: Router,
  reads: CampaignReads,
  language: string | undefined,
  log: (event: Record<string, unknown>) => void,
): Judge {
  return async ({ mention }, candidates, scene) => {
    if (!router.configured("light")) return "unavailable";
    const known = new Map(
      (await reads.entities(candidates.map(({ entityId }) => entityId))).map((e) => [e.entityId, e]),
    );
    const question: JudgeQuestion = {
      mention,
      scene: scene && (await sceneOf(reads, scene)),
      candidates: candidates.map(({ entityId, name, type }) => {
        const { description = "", aliases = [] } = known.get(entityId) ?? {};
        return { name, type, description, aliases: aliases.map(({ text }) => text) };
      }),
      language,
    };
    return askJudge(router, question, log);
  };
}

/**
 * Asks the light tier which candidate a mention means; an index outside the candidates is none of them. Never throws:
 * `unavailable` when no model answered, `malformed` when none made sense. What no service is to blame for is logged.
 */
export async function askJudge(
  router: Router,
  question: JudgeQuestion,
  log: (event: Record<string, unknown>) => void = () => {},
): Promise<Verdict> {
  try {
    const prompt = await renderPrompt("judge", dataOf(question), { language: languageName(question.language) });
    const { value } = await router.ask("light", {
      purpose: "judge",
      ...prompt,
      schema: answerSchema(),
      sent: sentSchema(),
      schemaName: "judgement",
      maxTokens: ANSWER_TOKENS,
    });
    const { matchedIndex, confidence, reasoning } = value;
    const chosen = matchedIndex !== null && matchedIndex >= 0 && matchedIndex < question.candidates.length;
    return { index: chosen ? matchedIndex : null, confidence, reasoning: excerpt(reasoning, LONGEST.reasoning) };
  } catch (error) {
    noteUnforeseen(log, "judge", error);
    return providerCodeOf(error).providerCode === "MALFORMED" ? "malformed" : "unavailable";
  }
}

async function sceneOf(reads: CampaignReads, { description, locationEntityId, presentEntityIds }: Scene) {
  const ids = [locationEntityId, ...presentEntityIds.slice(0, MOST_PRESENT)];
  const names = new Map((await reads.entities(ids)).map(({ entityId, name }) => [entityId, name]));
  const location = names.get(locationEntityId);
  return {
    description,
    ...(location === undefined ? {} : { location }),
    present: presentEntityIds.flatMap((id) => names.get(id) ?? []),
  };
}

function dataOf({ mention, scene, candidates }: JudgeQuestion): Record<string, unknown> {
  return {
    mention: excerpt(mention, LONGEST.mention),
    scene: scene && { ...scene, description: excerpt(scene.description, LONGEST.scene) },
    candidates: candidates.map(({ name, type, description, aliases }, index) => ({
      index,
      name,
      type,
      description: excerpt(description, LONGEST.description),
      aliases: aliases.slice(0, MOST_ALIASES).map((alias) => excerpt(alias, LONGEST.alias)),
    })),
  };
}
