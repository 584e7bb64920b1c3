import { createHash } from "node:crypto";

/** One text for the arguments of one operation, whatever the order of their keys: what a retry must repeat. */
export function fingerprintOf(operation: string, input: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([operation, sorted(input)]))
    .digest("base64url");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => [k, sorted(v)]);
}
