import { letterDistance, wordDistance } from "./edit-distance.ts";
import { LEAST_WORD, UNSPACED_WORD, WORD } from "./thresholds.ts";
import { isUnspaced } from "./words.ts";

/** Confidence that one word is a misspelling of the other, by letters or by ear; 0 when it is less than the least that counts. */
export function wordConfidence(a: string, b: string): number {
  return confidence(a, b, LEAST_WORD, wordDistance);
}

/** The same by letters alone, for choosing among many words; 0 when it is less than the least asked for. */
export function letterConfidence(a: string, b: string, least: number): number {
  return confidence(a, b, least, letterDistance);
}

function confidence(a: string, b: string, least: number, distance: typeof wordDistance): number {
  if (a === b) return 1;
  const letters = Math.max(a.length, b.length);
  if (Math.abs(a.length - b.length) > 1 + letters / 3) return 0;
  const { slope, offset } = isUnspaced(a) ? UNSPACED_WORD : WORD;
  const perEdit = slope / (letters + offset);
  const sure = 1 - distance(a, b, (1 - least) / perEdit) * perEdit;
  return sure < least ? 0 : sure;
}
