import { isAbsolute, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { IssueKind, ValidationIssueReport } from "../../domain/report.ts";
import type { Checked } from "../checked.ts";
import { sentence } from "./sentence.ts";

const RULES: Record<IssueKind, string> = {
  "no-match": "A name that canon does not hold",
  "below-threshold": "A name that looks like a misspelling of one in canon",
  ambiguous: "A name that several entities bear",
  numbers: "A number that disagrees with canon",
  presence: "An entity that cannot be here",
};

/** Reports as one SARIF 2.1.0 log, the form in which code hosts show findings. Columns count UTF-16 code units. */
export function sarif(checked: readonly Checked[], version: string): string {
  const rules = (Object.keys(RULES) as IssueKind[]).map((id) => ({ id, shortDescription: { text: RULES[id] } }));
  return JSON.stringify({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { name: "sneq-engine", version, rules } },
        columnKind: "utf16CodeUnits",
        results: checked.flatMap((one) => one.report.issues.map((issue) => result(issue, one.path))),
      },
    ],
  });
}

function result(issue: ValidationIssueReport, path: string | undefined) {
  return {
    ruleId: issue.kind,
    level: issue.kind === "no-match" ? "error" : "warning",
    message: { text: sentence(issue) },
    locations: issue.occurrences.map(({ start, end, line, column }) => ({
      physicalLocation: {
        artifactLocation: { uri: path === undefined ? "stdin" : uriOf(path) },
        region: { startLine: line, startColumn: column, charOffset: start, charLength: end - start },
      },
    })),
  };
}

/** A relative path stays relative, so that a host finds the file in its checkout. */
function uriOf(path: string): string {
  return isAbsolute(path) ? pathToFileURL(path).href : path.split(sep).map(encodeURIComponent).join("/");
}
