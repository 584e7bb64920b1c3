import type { Checked } from "./checked.ts";

/** The forms a narration report can be written in. */
export const REPORT_FORMATS = ["json", "stylish", "sarif", "github"] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Reports for a person or a tool, without a closing newline. `version` is the engine's. */
export async function writeReports(
  format: Exclude<ReportFormat, "json">,
  checked: readonly Checked[],
  version: string,
): Promise<string> {
  if (format === "sarif") return (await import("./formats/sarif.ts")).sarif(checked, version);
  if (format === "github") return (await import("./formats/github.ts")).github(checked);
  const { renderReports } = await import("./human/report.ts");
  const { pageFor } = await import("./human/page.ts");
  const { visibleIn } = await import("./human/visible.ts");
  return renderReports(visibleIn(checked), pageFor(process.env, {}));
}
