import { BUILT_IN_ARTICLES } from "../domain/articles.ts";
import type { LanguagePack, NarrationGate } from "../plugin.ts";

/** The pack of a built-in language, or null. */
export async function builtInPack(language: string): Promise<LanguagePack | null> {
  const articles = BUILT_IN_ARTICLES[language];
  return articles ? { language, articles: [...articles] } : null;
}

export const builtinGate: NarrationGate = {
  async validate() {
    return { ok: true, extractedNames: [], issues: [] };
  },
};
