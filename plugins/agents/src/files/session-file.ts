import { readFile, rm } from "node:fs/promises";
import { isSessionId } from "../session-id.ts";
import { writePrivate } from "./private-file.ts";

/** The stored session id; undefined when there is none, or when the file does not hold one id and nothing else. */
export async function readSession(path: string): Promise<string | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return undefined;
    // Node names the file of a failed open, not that of a failed read.
    const message = `The session file ${path} cannot be read (${code}).`;
    throw Object.assign(new Error(message, { cause: error }), { code, path, syscall: "read" });
  }
  const id = text.trim();
  return isSessionId(id) ? id : undefined;
}

/** Stores the session id, or forgets the session when there is none. */
export async function storeSession(path: string, id: string | undefined): Promise<void> {
  if (id === undefined) await rm(path, { force: true });
  else await writePrivate(path, `${id}\n`);
}
