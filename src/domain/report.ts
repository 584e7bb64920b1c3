/** What a narration check can find, in the order of a report. The last two exist only when the caller asks for those checks. */
export const ISSUE_KINDS = ["no-match", "ambiguous", "below-threshold", "numbers", "presence"] as const;
export type IssueKind = (typeof ISSUE_KINDS)[number];

/** What `validate-narration` can be asked to check; `names` is the default. */
export const NARRATION_CHECKS = ["names", "numbers", "presence"] as const;
export type NarrationCheck = (typeof NARRATION_CHECKS)[number];

/** One place in the narration: UTF-16 offsets, end exclusive; line and column count from 1, in UTF-16 units. */
export interface Occurrence {
  start: number;
  end: number;
  line: number;
  column: number;
}

/** A canon entity that may be meant. `confidence` is 0 to 1. */
export interface Suggestion {
  entityId: string;
  canonicalName: string;
  confidence: number;
}

/** What the caller can do about an issue: a command with its arguments filled in, or the spelling to write. */
export type NextStep =
  | { action: "mention" | "alias"; command: "mention-entity"; args: Record<string, unknown> }
  | { action: "write"; replacement: string };

export interface ValidationIssueReport {
  noun: string;
  kind: IssueKind;
  suggestions: Suggestion[];
  llmReasoning?: string;
  /** Why the issue was raised, for the checks whose kind alone does not say. */
  message?: string;
  occurrences: Occurrence[];
  next?: NextStep[];
}

/** A plugin's gate that failed; the built-in gate's answer was used in its place. */
export interface GateError {
  plugin: string;
  code: string;
  message: string;
}

/** A tier that gave a check no answer; `providerCode` is that of PROVIDER_ERROR: `AUTH`, `TIMEOUT` … */
export interface UnansweredTier {
  tier: "light" | "embeddings";
  providerCode: string;
}

/** The answer of `validate-narration`. `ok` is true exactly when `issues` is empty. */
export interface ValidationReport {
  ok: boolean;
  partial?: boolean;
  /** Why the report is partial, where a tier was asked; absent where none is configured. */
  unanswered?: UnansweredTier[];
  extractedNames: string[];
  issues: ValidationIssueReport[];
  /** What was looked at, when the caller asked for more than names: silence is not proof. */
  checked?: { check: NarrationCheck; entities: number; statements: number }[];
  gateErrors?: GateError[];
}
