import type { Readable } from "node:stream";

/** What was kept of a stream. */
export interface Capture {
  bytes(): Buffer;
  /** Bytes that were read and not kept. */
  dropped(): number;
}

/** Keeps the first `limit` bytes; calls `onOverflow` when there are more. */
export function captureHead(stream: Readable, limit: number, onOverflow: () => void): Capture {
  const chunks: Buffer[] = [];
  let kept = 0;
  let dropped = 0;
  stream.on("data", (chunk: Buffer) => {
    const part = chunk.subarray(0, limit - kept);
    kept += part.length;
    dropped += chunk.length - part.length;
    if (part.length > 0) chunks.push(part);
    if (dropped > 0) onOverflow();
  });
  stream.on("error", () => {});
  return { bytes: () => Buffer.concat(chunks), dropped: () => dropped };
}

/** Keeps the last `limit` bytes. */
export function captureTail(stream: Readable, limit: number): Capture {
  let chunks: Buffer[] = [];
  let held = 0;
  let total = 0;
  const trim = () => {
    const all = Buffer.concat(chunks);
    chunks = [all.subarray(Math.max(0, all.length - limit))];
    held = Math.min(all.length, limit);
  };
  stream.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    total += chunk.length;
    // Trimmed at twice the limit, so that each byte is copied a bounded number of times.
    if (held > 2 * limit) trim();
  });
  stream.on("error", () => {});
  return {
    bytes: () => {
      trim();
      return chunks[0] ?? Buffer.alloc(0);
    },
    dropped: () => Math.max(0, total - limit),
  };
}
