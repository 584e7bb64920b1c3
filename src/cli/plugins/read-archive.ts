import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const BLOCK = 512;

/** The package.json at the top of an npm archive (gzipped tar); undefined when there is none. */
export function packageJsonOf(archive: string): Record<string, unknown> | undefined {
  const bytes = gunzipSync(readFileSync(archive));
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    const name = text(header.subarray(0, 100));
    if (name === "") return undefined;
    const size = Number.parseInt(text(header.subarray(124, 136)).trim() || "0", 8);
    if (/^[^/]+\/package\.json$/.test(name))
      return JSON.parse(bytes.subarray(at + BLOCK, at + BLOCK + size).toString("utf8")) as Record<string, unknown>;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? field.length : end).toString("utf8");
}
