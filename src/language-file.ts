import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { LanguagePack } from "./domain/language-pack.ts";

const READ = new Map<string, LanguagePack>();

/**
 * The language pack in a plugin's JSON file, read once a process. The word list it names becomes an absolute `file:` URL and
 * is not read here. Throws an Error that names the file and what is wrong with it.
 */
export function readLanguageFile(path: string, language: string): LanguagePack {
  const known = READ.get(path);
  if (known) return known;
  const pack = checked(parse(path), path, language);
  if (pack.commonWordsFile !== undefined)
    pack.commonWordsFile = new URL(pack.commonWordsFile, pathToFileURL(path)).href;
  READ.set(path, pack);
  return pack;
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as unknown;
  } catch (error) {
    throw new Error(`the language pack ${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Every list is a list of words and every mark a boolean; what the engine does not know is left alone. */
function checked(raw: unknown, path: string, language: string): LanguagePack {
  const refuse = (reason: string) => new Error(`the language pack ${path} cannot be used: ${reason}`);
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) throw refuse("it is no JSON object");
  for (const [key, value] of Object.entries(raw)) {
    const words = Array.isArray(value) && value.every((word) => typeof word === "string");
    if (!words && typeof value !== "string" && typeof value !== "boolean")
      throw refuse(`${key} is neither a list of words nor a text nor true or false`);
  }
  const pack = raw as LanguagePack;
  if (pack.language !== language)
    throw refuse(`its language is ${JSON.stringify(pack.language)}, not ${JSON.stringify(language)}`);
  return pack;
}
