import { randomUUID } from "node:crypto";
import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** Replaces a file as a whole: a reader, also after a crash, sees the old text or the new one. Only the user can read it. */
export async function writePrivate(path: string, text: string): Promise<void> {
  await makeFolder(path);
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(draft, "wx", FILE_MODE);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Adds to the end of a file in one write, so that lines of several processes do not mix. Only the user can read it. */
export async function appendPrivate(path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(path);
  const file = await open(path, "a", FILE_MODE);
  try {
    await file.write(bytes);
  } finally {
    await file.close();
  }
  await chmod(path, FILE_MODE);
}

/** Makes the folder of a file, private to the user when it is new. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
}
