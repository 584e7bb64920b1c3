import * as z from "zod";
import type { EntityType } from "../domain/entity.ts";
import { languageName, renderPrompt } from "../router/prompt.ts";
import { excerpt } from "../router/redact.ts";
import type { Router } from "../router/router.ts";

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

/**
 * The judge's answer. `index` is a position in the candidates, or null for none of them. `unavailable` when no model could
 * be asked, as against one that answered nonsense.
 */
export interface JudgeVerdict {
  index: number | null;
  /** 0 to 1. */
  confidence: number;
  reasoning?: string;
  unavailable?: boolean;
}

const ANSWER_TOKENS = 600;
const LONGEST = { mention: 200, description: 600, alias: 120, scene: 1200, reasoning: 500 };
const MOST_ALIASES = 12;

let memo: z.ZodType<{ matchedIndex: number | null; confidence: number; reasoning: string }> | undefined;
function answerSchema() {
  memo ??= z.object({
    matchedIndex: z.int().nullable(),
    confidence: z.number().min(0).max(1),
    reasoning: z.string(),
  });
  return memo;
}

/** Asks the light tier which candidate a mention means. Never throws: without a usable answer the verdict is none. */
export async function judge(router: Router, question: JudgeQuestion): Promise<JudgeVerdict> {
  if (!router.configured("light")) return { index: null, confidence: 0, unavailable: true };
  try {
    const prompt = await renderPrompt("judge", dataOf(question), { language: languageName(question.language) });
    const { value } = await router.ask("light", {
      purpose: "judge",
      ...prompt,
      schema: answerSchema(),
      schemaName: "judgement",
      maxTokens: ANSWER_TOKENS,
    });
    const { matchedIndex, confidence, reasoning } = value;
    const chosen = matchedIndex !== null && matchedIndex >= 0 && matchedIndex < question.candidates.length;
    return { index: chosen ? matchedIndex : null, confidence, reasoning: excerpt(reasoning, LONGEST.reasoning) };
  } catch (error) {
    const code = (error as { details?: { providerCode?: string } }).details?.providerCode;
    return { index: null, confidence: 0, ...(code === "MALFORMED" ? {} : { unavailable: true }) };
  }
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
