import * as z from "zod";
import type { NarrationGateInput } from "../domain/gate.ts";
import { ISSUE_KINDS, NARRATION_CHECKS } from "../domain/report.ts";
import { defineOperation } from "./define.ts";
import { entityType } from "./schemas.ts";

export const validateNarration = defineOperation({
  name: "validate-narration",
  summary: "Read a narration before the player does, and report names canon does not hold",
  description:
    "Reports invented names (no-match), names that several bear (ambiguous) and drifted spellings (below-threshold), each with its places in the text and what to do next. ok is true when there is nothing to report. The text is never changed.",
  scope: "campaign",
  effect: "reads",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      narration: z.string().describe("The text to check; on the command line it may also come raw on stdin"),
      type: entityType().optional().describe("Only resolve to entities of this kind"),
      strict: z.boolean().optional().describe("true: exit 1 when there are issues"),
      checks: z.array(z.enum(NARRATION_CHECKS)).min(1).optional().describe('What to check; ["names"] when left out'),
    }),
  output: () => reportOutput(),
  examples: [
    {
      title: "An invented name and a drifted one",
      args: { narration: "Cassius Vorentius attise le feu. « Aldwyn reviendra », murmure Mira." },
    },
    {
      title: "The text as it is, without JSON",
      args: { narration: "Mira's blade sang. Thorbal fled to Greywater Keep." },
      piped: "narration",
    },
  ],
  run: (context, { narration, type, strict, checks }) => {
    const input: NarrationGateInput = { narration };
    if (type !== undefined) input.type = type;
    if (strict !== undefined) input.strict = strict;
    if (checks !== undefined) input.checks = checks;
    return context.validateNarration(input);
  },
});

/** The shape of a report, also held against what a plugin's gate answers. */
export function reportOutput() {
  const suggestion = z.strictObject({
    entityId: z.string(),
    canonicalName: z.string(),
    confidence: z.number().min(0).max(1),
  });
  const occurrence = z.strictObject({
    start: z.int().min(0).describe("First character, from 0, in UTF-16 code units"),
    end: z.int().min(0).describe("The character after the last"),
    line: z.int().min(1),
    column: z.int().min(1),
  });
  return z.strictObject({
    ok: z.boolean().describe("true: there are no issues"),
    partial: z.boolean().optional().describe("true: names were judged by spelling alone, no model gave an opinion"),
    unanswered: z
      .array(z.strictObject({ tier: z.enum(["light", "embeddings"]), providerCode: z.string() }))
      .optional()
      .describe("Why the report is partial, where a tier was asked: which gave no answer, and the code of its failure"),
    extractedNames: z.array(z.string()).describe("Names found in the text, known ones too"),
    issues: z.array(
      z.strictObject({
        noun: z.string().describe("The name as the text has it"),
        kind: z.enum(ISSUE_KINDS),
        suggestions: z.array(suggestion).describe("Whom it may mean, the likeliest first"),
        llmReasoning: z.string().optional().describe("What the model said of it"),
        message: z.string().optional().describe("What is wrong, where kind does not say it all"),
        occurrences: z.array(occurrence),
        next: z
          .array(z.looseObject({ action: z.enum(["mention", "alias", "write"]) }))
          .optional()
          .describe("Ways out: write replacement instead, or call command with args"),
      }),
    ),
    checked: z
      .array(z.strictObject({ check: z.enum(NARRATION_CHECKS), entities: z.int(), statements: z.int() }))
      .optional(),
    gateErrors: z.array(z.strictObject({ plugin: z.string(), code: z.string(), message: z.string() })).optional(),
  });
}
