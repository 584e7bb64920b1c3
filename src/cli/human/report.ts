import type { IssueKind, NextStep, Occurrence, ValidationIssueReport, ValidationReport } from "../../domain/report.ts";
import type { Checked } from "../checked.ts";
import { percent } from "./candidates.ts";
import { columnsOf, indent, wrap } from "./layout.ts";
import type { Page, View } from "./page.ts";

export const render: View<ValidationReport> = (report, page) =>
  renderReports([{ narration: String(page.input.narration ?? ""), report }], page);

/** Each narration's issues, every one under the line it stands in, and a closing count. */
export function renderReports(checked: readonly Checked[], page: Page): string {
  const blocks = checked.flatMap(({ path, narration, report }) => {
    const issues = report.issues.flatMap((issue) => ["", ...issueLines(issue, narration, path, page)]);
    return [...issues, ...notes(report, page)];
  });
  return [...blocks, ...(blocks.length > 0 ? [""] : []), closing(checked, page)].join("\n").replace(/^\n/, "");
}

const KINDS: Record<IssueKind, string> = {
  "no-match": "is not in canon",
  "below-threshold": "looks like a misspelling",
  ambiguous: "may be any of several",
  numbers: "disagrees with canon on a number",
  presence: "should not be here",
};

function issueLines(issue: ValidationIssueReport, narration: string, path: string | undefined, page: Page): string[] {
  const { style, width } = page;
  const [first] = issue.occurrences;
  const paint = issue.kind === "no-match" ? style.bad : style.warning;
  const place = first ? style.muted(`${path === undefined ? "" : `${path}:`}${first.line}:${first.column}`) : "";
  const more = issue.occurrences.length > 1 ? style.muted(` (${issue.occurrences.length} times)`) : "";
  const lines = [`${place} ${paint(issue.noun)} ${KINDS[issue.kind]} ${style.muted(issue.kind)}${more}`.trim()];
  if (issue.message) lines.push(...indent(wrap(issue.message, width - 2), 2));
  if (first) lines.push(...indent(excerpt(narration, first, width - 2, page, paint), 2));
  for (const { canonicalName, confidence, entityId } of issue.suggestions)
    lines.push(`  ${style.muted("→")} ${style.name(canonicalName)} ${percent(confidence)} ${style.muted(entityId)}`);
  if (issue.llmReasoning) lines.push(...indent(wrap(issue.llmReasoning, width - 2).map(style.muted), 2));
  const steps = (issue.next ?? []).map((step) => stepInWords(step, issue.noun));
  if (steps.length > 0) lines.push(...indent(wrap(`${steps.join(", or ")}.`, width - 2).map(style.muted), 2));
  return lines;
}

/** A remedy in a few words; its whole command is in the JSON of the report. */
function stepInWords(step: NextStep, noun: string): string {
  if (step.action === "write") return `write “${step.replacement}”`;
  if (step.action === "mention") return `make “${noun}” canon with ${step.command}`;
  return `make it an alias of ${String(step.args.canonicalName)} with ${step.command}`;
}

/** The part of the line around the offending words that fits, and a second line that underlines them. */
function excerpt(
  narration: string,
  { start, end }: Occurrence,
  width: number,
  { style }: Page,
  paint: (t: string) => string,
) {
  const before = lineBefore(narration, start, Math.floor(width / 2));
  const words = narration.slice(start, end).replaceAll("\n", " ");
  // A narration of one line may be megabytes long, and each of its issues is shown: no more is measured than can fit.
  const rest = narration.slice(end, end + MOST_UNITS * width).split("\n", 1)[0] ?? "";
  const after = cut(rest, width - columnsOf(before + words));
  const underline = " ".repeat(columnsOf(before)) + paint("~".repeat(Math.max(1, columnsOf(words))));
  return [style.muted(before) + paint(words) + style.muted(after), underline];
}

/** UTF-16 units that a column may take: letters with marks, emoji of several characters. */
const MOST_UNITS = 4;

/** What stands before an offset on its line, at most so many characters, never half of one. */
function lineBefore(narration: string, start: number, limit: number): string {
  const near = narration.slice(Math.max(0, start - limit), start);
  const newline = near.lastIndexOf("\n");
  if (newline >= 0) return near.slice(newline + 1);
  if (start <= limit || narration[start - limit - 1] === "\n") return near;
  return `…${near.replace(/^[\udc00-\udfff]/, "")}`;
}

function cut(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = "";
  let columns = 1;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > width) break;
    kept += character;
  }
  return `${kept}…`;
}

function notes(report: ValidationReport, { style }: Page): string[] {
  const failed = (report.gateErrors ?? []).map((e) =>
    style.warning(`gate of ${e.plugin} failed (${e.code}): ${e.message}`),
  );
  return report.partial ? [...failed, ...whyPartial(report).map(style.warning)] : failed;
}

function whyPartial({ unanswered = [] }: ValidationReport): string[] {
  if (unanswered.length === 0) return ["No model gave a second opinion: the check is partial."];
  return unanswered.map(({ tier, providerCode }) => {
    const missing = tier === "light" ? "No model gave a second opinion" : "The embedding service compared no name";
    return `${missing} (${providerCode}): the check is partial.`;
  });
}

function closing(checked: readonly Checked[], { style }: Page): string {
  const issues = checked.reduce((sum, { report }) => sum + report.issues.length, 0);
  const names = checked.reduce((sum, { report }) => sum + report.extractedNames.length, 0);
  const where = checked.length > 1 ? ` in ${checked.length} files` : "";
  if (issues === 0) return style.good(`✓ ${count(names, "name")}${where}, all of them in canon`);
  return style.bad(`✗ ${count(issues, "issue")} among ${count(names, "name")}${where}`);
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}
