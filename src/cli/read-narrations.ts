import { existsSync, readFileSync } from "node:fs";
import { isAbsolute } from "node:path";
import { SneqError } from "../errors.ts";
import { decode } from "./decode.ts";

/** A text to check, from a file. */
export interface Narration {
  path: string;
  narration: string;
}

/**
 * The files that paths and glob patterns name, each once: paths in the order given, what a pattern finds by name.
 * @throws SneqError INVALID_ARGS for a file that cannot be read as UTF-8, or a pattern that finds none.
 */
export async function readNarrations(patterns: readonly string[]): Promise<Narration[]> {
  const paths = new Set<string>();
  for (const pattern of patterns) for (const path of await expand(pattern)) paths.add(path);
  return [...paths].map((path) => ({ path, narration: readText(path) }));
}

async function expand(pattern: string): Promise<string[]> {
  // A file may well be called "chapter [1].md".
  if (existsSync(pattern) || !/[*?[\]{}]/.test(pattern)) return [pattern];
  const { glob } = await import("tinyglobby");
  const found = await glob([pattern], { onlyFiles: true, expandDirectories: false, absolute: isAbsolute(pattern) });
  if (found.length === 0) throw new SneqError("INVALID_ARGS", `--file ${pattern} matches no file.`);
  return found.sort();
}

function readText(path: string): string {
  try {
    return decode(readFileSync(path), `The file ${path}`);
  } catch (error) {
    if (SneqError.is(error)) throw error;
    throw new SneqError("INVALID_ARGS", `--file ${path} cannot be read: ${(error as Error).message}`);
  }
}
