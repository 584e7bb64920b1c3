import {
  ISSUE_KINDS,
  type NextStep,
  type Suggestion,
  type UnansweredTier,
  type ValidationIssueReport,
  type ValidationReport,
} from "../domain/report.ts";
import type { NameResolution, NarrationGateInput, SecondOpinion } from "../plugin.ts";
import type { ExtractedName } from "./extract.ts";
import type { Lexicon } from "./lexicon.ts";
import { lineIndex } from "./lines.ts";

export interface Findings {
  names: ExtractedName[];
  /** One per name, in the same order. */
  resolutions: NameResolution[];
  opinions: SecondOpinion[];
  partial: boolean;
  unanswered: UnansweredTier[];
}

const LONGEST_EXCERPT = 200;

/** Puts what was found into the report: groups in their fixed order, the surest first within each. */
export function assemble(input: NarrationGateInput, found: Findings, lexicon: Lexicon): ValidationReport {
  const opinions = new Map(found.opinions.map((opinion) => [opinion.noun, opinion]));
  const place = lineIndex(input.narration);
  const issues: ValidationIssueReport[] = [];
  found.names.forEach((name, i) => {
    const resolution = found.resolutions[i];
    if (resolution === undefined || resolution.kind === "match") return;
    const issue = issueOf(input, name, resolution, opinions.get(name.noun), lexicon);
    if (issue) issues.push({ ...issue, occurrences: name.occurrences.map(({ start, end }) => place(start, end)) });
  });
  const report: ValidationReport = {
    ok: issues.length === 0,
    extractedNames: found.names.map(({ noun }) => noun),
    issues: inOrder(issues),
  };
  if (found.partial) report.partial = true;
  if (found.unanswered.length > 0) report.unanswered = found.unanswered;
  return report;
}

/** Groups in the contract's order; within a group by confidence, then by place. */
export function inOrder(issues: ValidationIssueReport[]): ValidationIssueReport[] {
  const surest = (issue: ValidationIssueReport): number => issue.suggestions[0]?.confidence ?? 0;
  const first = (issue: ValidationIssueReport): number => issue.occurrences[0]?.start ?? 0;
  return [...issues].sort(
    (a, b) => ISSUE_KINDS.indexOf(a.kind) - ISSUE_KINDS.indexOf(b.kind) || surest(b) - surest(a) || first(a) - first(b),
  );
}

type Unplaced = Omit<ValidationIssueReport, "occurrences"> & { occurrences: [] };

function issueOf(
  input: NarrationGateInput,
  name: ExtractedName,
  resolution: NameResolution,
  opinion: SecondOpinion | undefined,
  lexicon: Lexicon,
): Unplaced | undefined {
  const suggestions = resolution.candidates.map(({ entityId, canonicalName, confidence }) => ({
    entityId,
    canonicalName,
    confidence,
  }));
  const issue: Unplaced = { noun: name.noun, kind: resolution.kind as "no-match", suggestions, occurrences: [] };
  if (opinion?.reasoning !== undefined) issue.llmReasoning = opinion.reasoning;
  const meant = opinion?.suggestion;
  if (resolution.kind === "ambiguous") {
    if (meant !== undefined && suggestions.some(({ entityId }) => entityId === meant)) return undefined;
  } else if (resolution.kind === "no-match" && opinion?.verdict === "typo" && meant !== undefined) {
    issue.kind = "below-threshold";
    const canonicalName =
      opinion.canonicalName ?? suggestions.find(({ entityId }) => entityId === meant)?.canonicalName ?? "";
    const first: Suggestion = { entityId: meant, canonicalName, confidence: opinion.confidence ?? 0.5 };
    issue.suggestions = [first, ...suggestions.filter(({ entityId }) => entityId !== meant)];
  }
  const next = nextSteps(input, name, issue, resolution, lexicon);
  if (next.length > 0) issue.next = next;
  return issue;
}

/** What the caller can do: write the canonical name, make the spelling an alias, or accept the name as new. */
function nextSteps(
  input: NarrationGateInput,
  name: ExtractedName,
  issue: Unplaced,
  resolution: NameResolution,
  lexicon: Lexicon,
): NextStep[] {
  const steps: NextStep[] = [];
  for (const { canonicalName } of issue.suggestions.slice(0, issue.kind === "ambiguous" ? 5 : 1)) {
    const replacement = withoutArticle(canonicalName, lexicon);
    if (replacement !== "" && replacement !== name.noun) steps.push({ action: "write", replacement });
  }
  const best = issue.suggestions[0];
  if (issue.kind === "below-threshold" && best !== undefined && best.canonicalName !== "") {
    const type =
      resolution.candidates.find(({ entityId }) => entityId === best.entityId)?.type ?? input.type ?? "PERSONNAGE";
    const args = { canonicalName: best.canonicalName, type, aliases: [name.noun], description: "" };
    steps.push({ action: "alias", command: "mention-entity", args });
  }
  if (issue.kind === "ambiguous") return steps;
  const args: Record<string, unknown> = {
    canonicalName: name.noun,
    type: input.type ?? "PERSONNAGE",
    description: sentenceAround(input.narration, name),
  };
  // A near-miss is refused by `mention-entity` unless the caller says that it is somebody else.
  if (issue.kind === "below-threshold") args.force = true;
  steps.push({ action: "mention", command: "mention-entity", args });
  return steps;
}

/** A noun never holds its leading article, so what replaces it must not bring one. */
function withoutArticle(canonicalName: string, lexicon: Lexicon): string {
  const first = /^\p{L}+(?:['’]|\s+)/u.exec(canonicalName)?.[0] ?? "";
  return first !== "" && lexicon.isArticle(lexicon.fold(first.trim()))
    ? canonicalName.slice(first.length)
    : canonicalName;
}

/** The sentence in which a name first stands, as the description of who it is. */
function sentenceAround(text: string, name: ExtractedName): string {
  const { start, end } = name.occurrences[0] ?? { start: 0, end: 0 };
  const before = text.slice(Math.max(0, start - LONGEST_EXCERPT), start);
  const after = text.slice(end, end + LONGEST_EXCERPT);
  const from = Math.max(...[". ", "! ", "? ", "… ", "\n"].map((stop) => before.lastIndexOf(stop) + stop.length), 0);
  const stop = /[.!?…](?:\s|$)|\n/.exec(after);
  const sentence = `${before.slice(from > 1 || before.startsWith("\n") ? from : 0)}${text.slice(start, end)}${after.slice(0, stop ? stop.index + 1 : after.length)}`;
  // Half a character at an edge is no Unicode text: `mention-entity` would refuse the step that is proposed.
  return sentence
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LONGEST_EXCERPT)
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, "");
}
