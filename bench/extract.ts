/**
 * Speaks the line protocol of name scorers: JSON lines `{id, text, lang}` in, `{id, names:[{text, start, end}]}` out,
 * through the product's own extraction with an empty canon. `lang` stands for the campaign's languages.
 */
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { readLanguageFile } from "../src/language-file.ts";
import { extractNames } from "../src/narration/extract.ts";
import { packOf } from "../src/narration/packs.ts";
import type { LanguagePack } from "../src/plugin.ts";

function packsOf(language: string): LanguagePack[] {
  const builtIn = packOf(language);
  if (builtIn) return [builtIn];
  const plugin = fileURLToPath(new URL(`../plugins/stopwords-${language}/data/${language}.json`, import.meta.url));
  return existsSync(plugin) ? [readLanguageFile(plugin, language)] : [];
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const { id, text, lang } = JSON.parse(line) as { id: string; text: string; lang: string };
  const names = extractNames(text, { languages: packsOf(lang) }).flatMap(({ occurrences }) =>
    occurrences.map(({ start, end }) => ({ text: text.slice(start, end), start, end })),
  );
  process.stdout.write(`${JSON.stringify({ id, names })}\n`);
}
