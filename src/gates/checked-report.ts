import type { NarrationGateInput } from "../domain/gate.ts";
import type { NextStep, ValidationReport } from "../domain/report.ts";
import { sayIssue } from "../domain/schema-issue.ts";
import { reportOutput } from "../operations/validate-narration.ts";
import { GateFailure } from "./gate-failure.ts";

/**
 * The report a gate answered with, as plain JSON. `gateErrors` is the engine's own and is dropped.
 * @throws GateFailure GATE_MALFORMED_REPORT when it is not one.
 */
export function checkedReport(answer: unknown, { narration }: NarrationGateInput): ValidationReport {
  const parsed = reportOutput().safeParse(plain(answer), { error: sayIssue });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw malformed(`${issue?.path.join(".") || "report"}: ${issue?.message ?? "invalid"}`);
  }
  const { gateErrors: _, ...report } = parsed.data as ValidationReport;
  if (report.ok !== (report.issues.length === 0)) throw malformed("ok: must be true exactly when issues is empty");
  for (const { noun, occurrences, next = [] } of report.issues) {
    const name = JSON.stringify(noun.slice(0, 100));
    if (occurrences.some(({ start, end }) => start > end || end > narration.length))
      throw malformed(`an occurrence of ${name} lies outside the narration`);
    if (!next.every(isWhole)) throw malformed(`a next step of ${name} is not whole`);
  }
  return report;
}

/** What the schema of answers leaves open: the parts that belong to each kind of step. */
function isWhole(step: NextStep): boolean {
  if (step.action === "write") return typeof step.replacement === "string";
  return step.command === "mention-entity" && typeof step.args === "object" && step.args !== null;
}

function plain(answer: unknown): unknown {
  try {
    const text = JSON.stringify(answer);
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    throw malformed(`it cannot be written as JSON (${(error as Error).message.split("\n")[0]})`);
  }
}

function malformed(reason: string): GateFailure {
  return new GateFailure("GATE_MALFORMED_REPORT", `returned no valid report: ${reason}`);
}
