import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonRecord } from "../model/entities.ts";

const CREATE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/**
 * Replaces a file of `folder` as a whole: a reader, and a machine that loses power, finds the old text or the
 * new one. The caller holds the record's lock: the temporary name belongs to the record, so that what a killed
 * writer left is swept by the next one.
 */
export function writeJsonFile(folder: string, fileName: string, record: JsonRecord): void {
  const text = `${JSON.stringify(record, null, 2)}\n`;
  const temporary = join(folder, `.${fileName}.tmp`);
  rmSync(temporary, { force: true });
  try {
    writeDurably(temporary, text);
    renameSync(temporary, join(folder, fileName));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(folder);
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, CREATE_NEW, 0o644);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes a file so that it stays removed after a power failure. A link is removed, not followed. */
export function removeFile(folder: string, fileName: string): void {
  rmSync(join(folder, fileName), { force: true });
  syncFolder(folder);
}

/** Makes renames and removals in a folder durable. Windows cannot open a folder, and needs no such call. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
