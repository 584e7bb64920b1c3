import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { packagePath } from "../package-root.ts";
import type { LanguagePack } from "../plugin.ts";
import { giveFrequentWords } from "./word-list.ts";

/** The languages whose packs come with the engine; others come as plugins, through the same form. */
export const BUILT_IN_LANGUAGES = ["fr", "en"] as const;

/** The files that come with the engine hold their frequent words as one text. */
type PackFile = Omit<LanguagePack, "commonWords"> & { commonWords?: string | string[] };

const LOADED = new Map<string, LanguagePack>();

/**
 * Reads a pack from its JSON file: an absolute path or a `file:` URL. The word list beside it becomes an absolute `file:`
 * URL and is itself read only when a word is looked up. A pack is read once a process. Throws what reading or parsing throws.
 */
export function loadLanguagePack(place: string | URL): LanguagePack {
  const url = place instanceof URL ? place : place.startsWith("file:") ? new URL(place) : pathToFileURL(place);
  let pack = LOADED.get(url.href);
  if (pack === undefined) {
    const { commonWords, ...rest } = JSON.parse(readFileSync(fileURLToPath(url), "utf8")) as PackFile;
    pack = rest;
    if (typeof commonWords === "string") giveFrequentWords(pack, commonWords);
    else if (commonWords !== undefined) pack.commonWords = commonWords;
    if (pack.commonWordsFile !== undefined) pack.commonWordsFile = new URL(pack.commonWordsFile, url).href;
    LOADED.set(url.href, pack);
  }
  return pack;
}

/** The built-in pack of a language, or null when there is none. */
export function packOf(language: string): LanguagePack | null {
  if (!(BUILT_IN_LANGUAGES as readonly string[]).includes(language)) return null;
  return loadLanguagePack(packagePath("data", `${language}.json`));
}
