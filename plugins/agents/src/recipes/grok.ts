import type { BuiltInRecipe, Recipe, RecipeSettings } from "../recipe.ts";
import { sessionGone } from "../session-gone.ts";
import { isSessionId } from "../session-id.ts";
import { body, plainText } from "../terminal-text.ts";
import { flag, literal } from "./arguments.ts";
import { findJsonObject, stringAt } from "./json-output.ts";

/**
 * `grok -p <prompt> --output-format json [-m <model>] [--resume <id>]`. The plain format names no session, hence JSON: the
 * reply is `text`, the id `sessionId`.
 */
export const grok: BuiltInRecipe = {
  id: "grok",
  summary: "Grok CLI",
  command: "grok",
  build: (settings: RecipeSettings): Recipe => ({
    id: "grok",
    command: settings.command ?? "grok",
    argv: (prompt, sessionId) => [
      "-p",
      literal(prompt),
      "--output-format",
      "json",
      ...flag("-m", settings.model),
      ...(settings.args ?? []),
      ...flag("--resume", sessionId),
    ],
    stdin: () => "",
    sessionId: ({ stdout, stderr }) => idOf(stdout) ?? idOf(stderr),
    // A JSON answer is an answer, whatever it speaks of.
    stale: (exitCode, output) => (exitCode !== 0 || !hasText(output.stdout)) && sessionGone(1, output, scrub),
    failed: (exitCode) => exitCode !== 0,
    malformed: ({ stdout }) => (hasText(stdout) ? undefined : "its output holds no JSON object with a `text`"),
    scrub,
    stderr: "drop",
    teeStderr: false,
  }),
};

function hasText(stdout: string): boolean {
  return stringAt(findJsonObject(stdout), "text") !== undefined;
}

function idOf(text: string): string | undefined {
  const id = stringAt(findJsonObject(text), "sessionId");
  return id !== undefined && isSessionId(id) ? id : undefined;
}

function scrub(text: string): string {
  return body(plainText(stringAt(findJsonObject(text), "text") ?? text).split("\n"));
}
