import type { Checked } from "../checked.ts";
import { sentence } from "./sentence.ts";

/** Reports as workflow commands, which GitHub Actions shows as annotations on the lines. */
export function github(checked: readonly Checked[]): string {
  return checked
    .flatMap(({ path, report }) =>
      report.issues.flatMap((issue) =>
        issue.occurrences.map(({ line, column, start, end }) => {
          const level = issue.kind === "no-match" ? "error" : "warning";
          const place = { file: path, line, col: column, endColumn: column + (end - start), title: issue.kind };
          return `::${level} ${properties(place)}::${escapeData(sentence(issue))}`;
        }),
      ),
    )
    .join("\n");
}

function properties(values: Record<string, string | number | undefined>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(",");
}

/** The escapes of GitHub's own toolkit. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
