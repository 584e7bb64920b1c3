import type { ValidationReport } from "../domain/report.ts";

/** A text and what was found in it; `path` is absent when it was given as an argument. */
export interface Checked {
  path?: string;
  narration: string;
  report: ValidationReport;
}
