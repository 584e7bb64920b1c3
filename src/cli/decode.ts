import { SneqError } from "../errors.ts";

/** Largest payload a call accepts, wherever it comes from: 8 MiB. */
export const PAYLOAD_LIMIT = 8 * 1024 * 1024;

/**
 * Bytes as text; a leading byte order mark is dropped.
 * @throws SneqError INVALID_ARGS when they are not UTF-8 or more than 8 MiB.
 */
export function decode(bytes: Uint8Array, origin: string): string {
  if (bytes.length > PAYLOAD_LIMIT) throw tooLarge(origin);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SneqError("INVALID_ARGS", `${origin} is not valid UTF-8: save or send it as UTF-8.`);
  }
}

export function tooLarge(origin: string): SneqError {
  return new SneqError("INVALID_ARGS", `${origin} is larger than 8 MiB; split it into several calls.`);
}
