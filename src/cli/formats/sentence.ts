import type { ValidationIssueReport } from "../../domain/report.ts";

/** An issue in one sentence, for tools that show a message beside a line. */
export function sentence({ noun, kind, suggestions, message }: ValidationIssueReport): string {
  if (message) return message;
  const names = suggestions.map((suggestion) => `“${suggestion.canonicalName}”`).join(" or ");
  if (kind === "no-match") return `“${noun}” is not in canon.`;
  if (kind === "ambiguous") return `“${noun}” may be any of several${names ? `: ${names}` : ""}.`;
  return `“${noun}” is not in canon${names ? `; did you mean ${names}` : ""}?`;
}
