import { LOCAL_EMBEDDING_DIM } from "./campaign.ts";
import { comparisonKey } from "./text.ts";

const LENGTHS = [1, 2, 3, 4];
const WEIGHTS = [0.35, 1, 1, 0.7];

/** FNV-1a over UTF-16 code units with a final avalanche: stable across machines and versions. */
function hash(text: string, seed: number): number {
  let h = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/**
 * The built-in embedding, without model, key or network: 768 dimensions, unit length, the same everywhere. It measures
 * spelling, not meaning. Each word of the comparison key is framed (`^word$`) and its runs of one to four letters are hashed to a dimension
 * and a sign; counts are damped by their square root. A text without letters or digits is embedded by its raw characters; only
 * the empty text has no direction and yields the first unit vector.
 */
export function localEmbedding(text: string): Float32Array {
  const counts = new Map<string, number>();
  const key = comparisonKey(text);
  const words = key.match(/[\p{L}\p{N}\p{M}]+/gu) ?? (key === "" ? [] : [key]);
  for (const word of words) {
    const letters = ["^", ...word, "$"];
    for (const [i, length] of LENGTHS.entries()) {
      for (let at = 0; at + length <= letters.length; at++) {
        const gram = letters.slice(at, at + length).join("");
        if (gram === "^" || gram === "$") continue;
        counts.set(gram, (counts.get(gram) ?? 0) + (WEIGHTS[i] ?? 0));
      }
    }
  }
  const vector = new Float32Array(LOCAL_EMBEDDING_DIM);
  for (const [gram, count] of counts) {
    const h = hash(gram, 0);
    const dimension = h % LOCAL_EMBEDDING_DIM;
    vector[dimension] = (vector[dimension] ?? 0) + (hash(gram, 0x9e3779b9) & 1 ? 1 : -1) * Math.sqrt(count);
  }
  let squares = 0;
  for (const x of vector) squares += x * x;
  if (squares === 0) vector[0] = 1;
  else for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] ?? 0) / Math.sqrt(squares);
  return vector;
}

/** Cosine of two vectors of one length, −1 to 1; 0 when either has no direction. */
export function cosine(a: Float32Array, b: Float32Array): number {
  let dot = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0];
    dot += x * y;
    aa += x * x;
    bb += y * y;
  }
  return aa === 0 || bb === 0 ? 0 : Math.max(-1, Math.min(1, dot / Math.sqrt(aa * bb)));
}
