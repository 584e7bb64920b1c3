// @ts-check
/**
 * A house-style gate: whatever the gates below report, words that did not exist in the world of the story are reported too,
 * each with a word to write instead. A template to copy: change words.json, or the way words are found.
 */
import { readFileSync } from "node:fs";

/** @type {Record<string, Record<string, string>>} Per language: the word, and what to write instead. */
const WORDS = JSON.parse(readFileSync(new URL("./words.json", import.meta.url), "utf8"));

/** @type {import("@sneq/engine/plugin").NarrationGate} */
export const gate = {
  async validate(input, ctx, next) {
    const report = await next();
    // A word that two languages share is reported once, in the campaign's first language.
    const words = Object.assign({}, ...ctx.languages.map(({ language }) => WORDS[language] ?? {}).reverse());
    const found = anachronisms(input.narration, words);
    const issues = [...report.issues, ...found].sort((a, b) => order(a) - order(b));
    return { ...report, ok: issues.length === 0, issues };
  },
};

export default gate;

/**
 * @param {string} text
 * @param {Record<string, string>} words
 * @returns {import("@sneq/engine/plugin").ValidationIssueReport[]}
 */
function anachronisms(text, words) {
  return Object.entries(words).flatMap(([word, instead]) => {
    const occurrences = [...text.matchAll(wholeWord(word))].map(({ index, 0: found }) => placeOf(text, index, found));
    if (occurrences.length === 0) return [];
    const message = `${word} does not exist in this world; ${instead} does.`;
    return [
      {
        noun: word,
        kind: "no-match",
        suggestions: [],
        message,
        occurrences,
        next: [{ action: "write", replacement: instead }],
      },
    ];
  });
}

/**
 * The word alone or in the plural, not as a part of another. `\b` knows no accents, hence the look-arounds.
 * @param {string} word
 */
function wholeWord(word) {
  return new RegExp(`(?<!\\p{L})${word}s?(?!\\p{L})`, "giu");
}

/**
 * @param {string} text
 * @param {number} start
 * @param {string} found
 * @returns {import("@sneq/engine/plugin").Occurrence}
 */
function placeOf(text, start, found) {
  const lines = text.slice(0, start).split(/\r\n|[\r\n\u2028\u2029]/);
  return { start, end: start + found.length, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/**
 * Reports list invented names first, then ambiguous ones, then drifted spellings.
 * @param {import("@sneq/engine/plugin").ValidationIssueReport} issue
 */
function order({ kind }) {
  return ["no-match", "ambiguous", "below-threshold", "numbers", "presence"].indexOf(kind);
}
