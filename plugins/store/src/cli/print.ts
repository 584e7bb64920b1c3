import type { Writable } from "node:stream";
import { errorCode } from "../model/failure.ts";

/** Writes a document and waits until the reader has it all: a pipe takes 64 KiB at a time. */
export async function printJson(document: unknown, indent?: number): Promise<void> {
  await write(process.stdout, `${JSON.stringify(document, null, indent)}\n`);
}

/** Writes lines to stderr. What a file name or payload put into them cannot start a line of its own. */
export async function printLines(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await write(process.stderr, lines.map((line) => `${escapeControls(line)}\n`).join(""));
}

function escapeControls(line: string): string {
  return line.replace(
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A reader that went away is no failure of ours. */
function write(stream: Writable, text: string): Promise<void> {
  return new Promise((done, fail) => {
    const failed = (error: unknown) => (errorCode(error) === "EPIPE" ? done() : fail(error));
    stream.once("error", failed);
    stream.write(text, (error) => (error ? failed(error) : done()));
  });
}
