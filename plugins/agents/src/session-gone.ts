import type { RawOutput } from "./recipe.ts";
import { plainText } from "./terminal-text.ts";

const GONE =
  /^\W*(?:error\W+)?(?:(?:no|unknown|invalid|expired) (?:such )?session\b|(?:(?:could not|cannot|can't|failed to) \w+ )?(?:the )?session\b.*\b(?:not found|not exist|no longer exists|expired|unknown|invalid)\b)/i;
const LONGEST_NOTICE = 300;

/** True for a line in which an agent program says that it does not know the session. */
export function saysSessionGone(line: string): boolean {
  return line.length <= LONGEST_NOTICE && GONE.test(line);
}

/**
 * Did the program refuse the session? A failed run says so on any line. A run with exit code 0 must have said nothing else
 * on stdout: an answer may speak of lost sessions without being one.
 */
export function sessionGone(exitCode: number, output: RawOutput, scrub: (text: string) => string): boolean {
  const notices = lines(output.stdout).some(saysSessionGone) || lines(output.stderr).some(saysSessionGone);
  if (!notices || exitCode !== 0) return notices;
  return lines(scrub(output.stdout)).every((line) => line.trim() === "" || saysSessionGone(line));
}

function lines(text: string): string[] {
  return plainText(text).split("\n");
}
