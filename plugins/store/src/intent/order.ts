import type { Stored } from "../store/records.ts";

/**
 * Records by all numbers of their ids, left to right: S13-T02 comes after S12-T05, S9 before S10. Equal numbers
 * fall back to the id's text.
 */
export function sortByNumbers(records: readonly Stored[], sort: "asc" | "desc"): Stored[] {
  const keyed = records.map((stored) => ({ stored, numbers: numbersOf(stored.id) }));
  keyed.sort((a, b) => compareNumbers(a.numbers, b.numbers) || compareTexts(a.stored.id, b.stored.id));
  if (sort === "desc") keyed.reverse();
  return keyed.map(({ stored }) => stored);
}

/** Digit runs without leading zeros, as text: an id's number may be longer than a number can hold. */
function numbersOf(id: string): string[] {
  return (id.match(/\d+/g) ?? []).map((digits) => digits.replace(/^0+(?=\d)/, ""));
}

function compareNumbers(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const [left, right] = [a[index] as string, b[index] as string];
    const order = left.length - right.length || compareTexts(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
