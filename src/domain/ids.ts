import { randomBytes } from "node:crypto";

// Crockford's base 32: sorts as its numbers do and leaves out letters that are misread.
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
export type IdPrefix = "ent" | "fact" | "con" | "scene" | "evt";

let lastTime = 0;
let sequence = 0;

/**
 * A new id: prefix, ten digits of time, sixteen random ones. Ids sort by time, also within one millisecond of one process,
 * and do not repeat across processes.
 */
export function newId(prefix: IdPrefix, now: number): string {
  const time = Math.max(now, lastTime);
  sequence = time === lastTime ? sequence + 1 : 0;
  lastTime = time;
  let random = "";
  for (const byte of randomBytes(12)) random += DIGITS[byte & 31];
  return `${prefix}_${digits(time, 10)}${digits(sequence, 4)}${random}`;
}

function digits(value: number, length: number): string {
  let text = "";
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text;
  return text;
}
