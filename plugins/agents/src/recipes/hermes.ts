import type { BuiltInRecipe, Recipe, RecipeSettings } from "../recipe.ts";
import { sessionGone } from "../session-gone.ts";
import { parseSessionId } from "../session-id.ts";
import { body, isDecoration, plainLines, unframe } from "../terminal-text.ts";
import { flag, literal } from "./arguments.ts";

const CHATTER = [
  /^\s*session(?:_id| id)?:\s*[A-Za-z0-9][\w.:-]*\s*$/i,
  /^\W*resum(?:ed|ing) session\b/i,
  /^\s*resume this session with:?/i,
  /^\s*hermes (?:chat )?(?:-r|--resume) \S+\s*$/,
];

/** `hermes chat -q <prompt> -Q [-m <model>] [--provider <name>] [--resume <id>]`; the id comes on a `session_id:` line. */
export const hermes: BuiltInRecipe = {
  id: "hermes",
  summary: "Hermes Agent",
  command: "hermes",
  build: (settings: RecipeSettings): Recipe => ({
    id: "hermes",
    command: settings.command ?? "hermes",
    argv: (prompt, sessionId) => [
      "chat",
      "-q",
      literal(prompt),
      "-Q",
      ...flag("-m", settings.model),
      ...flag("--provider", settings.provider),
      ...(settings.args ?? []),
      ...flag("--resume", sessionId),
    ],
    stdin: () => "",
    sessionId: ({ stdout, stderr }) => parseSessionId(stderr) ?? parseSessionId(stdout),
    stale: (exitCode, output) => sessionGone(exitCode, output, cleanAgentOutput),
    failed: (exitCode) => exitCode !== 0,
    scrub: cleanAgentOutput,
    stderr: "drop",
    teeStderr: false,
  }),
};

/**
 * Removes what a terminal interface prints around a reply: session chatter, frames and rules, styled lines. The reply itself
 * is printed unstyled; when nothing unstyled is left, the styled lines are all there is and are kept without their style.
 */
export function cleanAgentOutput(text: string): string {
  const lines = plainLines(text).map(({ text: line, styled }) => ({ text: unframe(line), styled }));
  const kept = lines.filter(({ text: line }) => !isDecoration(line) && !isChatter(line));
  const plain = body(kept.filter(({ styled }) => !styled).map(({ text: line }) => line));
  return plain === "" ? body(kept.map(({ text: line }) => line)) : plain;
}

function isChatter(line: string): boolean {
  return CHATTER.some((pattern) => pattern.test(line));
}
