import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { packagePath } from "../package-root.ts";
import type { LanguagePack } from "../plugin.ts";
import { giveFrequentWords } from "./word-list.ts";

/** The languages whose packs come with the engine; others come as plugins, through the same form. */
export const BUILT_IN_LANGUAGES = ["fr", "en"] as const;

/** The files that come with the engine hold their frequent words as one text. */
type PackFile = Omit<LanguagePack, "commonWords"> & { commonWords: string };

const LOADED = new Map<string, LanguagePack>();

/**
 * The built-in pack of a language, or null when there is none; read once a process. The word list beside it becomes an
 * absolute `file:` URL and is itself read only when a word is looked up.
 */
export function packOf(language: string): LanguagePack | null {
  if (!(BUILT_IN_LANGUAGES as readonly string[]).includes(language)) return null;
  let pack = LOADED.get(language);
  if (!pack) {
    const file = packagePath("data", `${language}.json`);
    const { commonWords, ...rest } = JSON.parse(readFileSync(file, "utf8")) as PackFile;
    pack = rest;
    giveFrequentWords(pack, commonWords);
    if (pack.commonWordsFile !== undefined)
      pack.commonWordsFile = new URL(pack.commonWordsFile, pathToFileURL(file)).href;
    LOADED.set(language, pack);
  }
  return pack;
}
