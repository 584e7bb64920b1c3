/**
 * Leading articles of the built-in languages; one that ends in an apostrophe leans on the next word. Apart from the packs,
 * since every name that is written needs them and no word list does.
 */
export const BUILT_IN_ARTICLES: Readonly<Record<string, readonly string[]>> = {
  fr: ["le", "la", "les", "l'", "un", "une", "des", "du"],
  en: ["the", "a", "an"],
};
