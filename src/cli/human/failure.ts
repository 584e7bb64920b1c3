import type { SneqError, ValidationIssue } from "../../errors.ts";
import { wrap } from "./layout.ts";
import { columns } from "./page.ts";
import { styleFor } from "./style.ts";
import { visible, visibleIn } from "./visible.ts";

/** An error as a person reads it, with what to do about it. */
export function renderFailure(
  failure: SneqError,
  stream: { isTTY?: boolean; columns?: number },
  env: NodeJS.ProcessEnv,
): string {
  const style = styleFor(stream, env);
  const width = columns(stream) - 2;
  const lines = [`${style.bad("✗")} ${style.bad(visible(failure.code))}`, ...wrap(visible(failure.message), width)];
  for (const { path, message } of visibleIn(issuesOf(failure)))
    lines.push(...wrap(`• ${path.length > 0 ? `${path.join(".")}: ` : ""}${message}`, width));
  const hint = hintOf(failure);
  if (hint !== undefined) lines.push(...wrap(visible(hint), width).map(style.muted));
  return lines.map((line, i) => (i === 0 ? line : `  ${line}`)).join("\n");
}

/** The places of a rejected input, when there are several: one alone is in the message already. */
function issuesOf({ code, details }: SneqError): ValidationIssue[] {
  return code === "VALIDATION_FAILED" && Array.isArray(details) && details.length > 1 ? details : [];
}

/** The hint in `details`, unless the message gives it already. */
function hintOf({ details, message }: SneqError): string | undefined {
  const hint = (details as { hint?: unknown } | undefined)?.hint;
  return typeof hint === "string" && !message.includes(hint) ? hint : undefined;
}
