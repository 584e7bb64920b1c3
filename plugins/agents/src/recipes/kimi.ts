import type { BuiltInRecipe, RawOutput, Recipe, RecipeSettings } from "../recipe.ts";
import { saysSessionGone, sessionGone } from "../session-gone.ts";
import { lastSessionId } from "../session-id.ts";
import { body, plainText } from "../terminal-text.ts";
import { flag, literal } from "./arguments.ts";

const HINT = /^\W*to resume this session:\s*kimi\s+(?:-r|--resume|-S|--session)[ =](\S+)\s*$/i;
const TROUBLE = /^\W*(?:(?:unknown |fatal |LLM provider |API )?error\b|LLM not set\b|failed to\b|login required\b)/i;

/**
 * `kimi -p <prompt> [-m <model>] [--provider <name>] [-r <id>]`, text output, a resume hint line with the id. kimi exits 0 when
 * the prompt failed, so failure and a lost session are read from the output; its thinking goes to stderr and is kept in a log.
 */
export const kimi: BuiltInRecipe = {
  id: "kimi",
  summary: "Kimi Code CLI",
  command: "kimi",
  build: (settings: RecipeSettings): Recipe => ({
    id: "kimi",
    command: settings.command ?? "kimi",
    argv: (prompt, sessionId) => [
      "-p",
      literal(prompt),
      ...flag("-m", settings.model),
      ...flag("--provider", settings.provider),
      ...(settings.args ?? []),
      ...flag("-r", sessionId),
    ],
    stdin: () => "",
    sessionId: ({ stdout, stderr }) => lastSessionId(stderr, HINT) ?? lastSessionId(stdout, HINT),
    stale: (exitCode, output) => sessionGone(exitCode, output, scrub),
    failed,
    scrub,
    stderr: "drop",
    teeStderr: true,
  }),
};

function failed(exitCode: number, output: RawOutput): boolean {
  if (exitCode !== 0) return true;
  const reply = scrub(output.stdout);
  if (reply === "") return plainText(output.stderr).split("\n").some(isTrouble);
  return !reply.includes("\n") && isTrouble(reply);
}

function isTrouble(line: string): boolean {
  return TROUBLE.test(line) || saysSessionGone(line);
}

function scrub(text: string): string {
  const lines = plainText(text)
    .split("\n")
    .filter((line) => !HINT.test(line));
  return unbullet(body(lines));
}

/** kimi sets its reply behind a bullet and indents what follows by two columns. Only a text set wholly that way is taken out. */
function unbullet(text: string): string {
  if (!text.startsWith("• ")) return text;
  const lines = text.split("\n");
  if (!lines.slice(1).every((line) => line === "" || line.startsWith("  "))) return text;
  return body(lines.map((line) => line.slice(2)));
}
