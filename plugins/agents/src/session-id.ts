import { plainText } from "./terminal-text.ts";

const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/;
// The look-ahead keeps the id whole once it is found: tried at every length, a line of megabytes would stall the process.
const SESSION_LINE = /^\W*session_id:\s*(?=(\S+))\1\W*$/;

/**
 * Ids travel back to the program as an argument, and a reply can hold text that looks like an id line. Nothing that could be
 * read as a flag, a path or several arguments is taken for one.
 */
export function isSessionId(text: string): boolean {
  return SESSION_ID.test(text);
}

/** The id on the last line that `pattern` matches with an acceptable first group. Last, because programs sign off with it. */
export function lastSessionId(text: string, pattern: RegExp): string | undefined {
  const lines = plainText(text).split("\n");
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const id = pattern.exec(lines[index] ?? "")?.[1];
    if (id !== undefined && isSessionId(id)) return id;
  }
  return undefined;
}

/** The id of the last `session_id: …` line, or undefined. */
export function parseSessionId(text: string): string | undefined {
  return lastSessionId(text, SESSION_LINE);
}
