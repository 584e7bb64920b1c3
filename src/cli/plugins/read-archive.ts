import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const BLOCK = 512;
/** No plugin is as large; a few kilobytes can be made to unpack to more than memory holds. */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The package.json at the top of an npm archive (gzipped tar); undefined when there is none.
 * @throws Error for what is no archive
 */
export function packageJsonOf(archive: string): Record<string, unknown> | undefined {
  const bytes = gunzipSync(readFileSync(archive), { maxOutputLength: MOST_BYTES });
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const header = bytes.subarray(at, at + BLOCK);
    const name = text(header.subarray(0, 100));
    if (name === "") return undefined;
    const size = sizeOf(text(header.subarray(124, 136)).trim());
    if (/^[^/]+\/package\.json$/.test(name))
      return JSON.parse(bytes.subarray(at + BLOCK, at + BLOCK + size).toString("utf8")) as Record<string, unknown>;
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return undefined;
}

/** Octal digits, and nothing else: a size below zero would be read for ever. */
function sizeOf(field: string): number {
  if (!/^[0-7]*$/.test(field)) throw new Error(`a file in it has the size ${JSON.stringify(field)}`);
  return Number.parseInt(field || "0", 8);
}

function text(field: Buffer): string {
  const end = field.indexOf(0);
  return field.subarray(0, end < 0 ? field.length : end).toString("utf8");
}
