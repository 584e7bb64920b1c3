// Crockford's base 32: sorts as its numbers do and leaves out letters that are misread.
const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
export type IdPrefix = "ent" | "fact" | "con" | "scene" | "evt";

let lastTime = 0;
let sequence = 0;

/**
 * A new id: prefix, ten digits of time, four of sequence, twelve random ones. Ids sort by time, also within one millisecond
 * of one process, and do not repeat across processes. They are no secrets: V8's generator, which Node seeds from the system
 * in each process, gives the 60 random bits, and Node's cryptography need not be loaded for them.
 */
export function newId(prefix: IdPrefix, now: number): string {
  const time = Math.max(now, lastTime);
  sequence = time === lastTime ? sequence + 1 : 0;
  lastTime = time;
  const random = () => digits(Math.floor(Math.random() * 32 ** 6), 6);
  return `${prefix}_${digits(time, 10)}${digits(sequence, 4)}${random()}${random()}`;
}

function digits(value: number, length: number): string {
  let text = "";
  for (let rest = value, i = 0; i < length; i++, rest = Math.floor(rest / 32)) text = DIGITS[rest % 32] + text;
  return text;
}
