import { appendPrivate } from "./private-file.ts";

/** One run of an agent program, as it is kept in a transcript. */
export interface TranscriptRecord {
  /** The post that asked, or null when the caller named none. */
  postId: number | string | null;
  /** When the run ended, in ms since 1970. */
  timestamp: number;
  exitCode: number;
  elapsedMs: number;
  sessionId: string | null;
  /** Raw stdout followed by raw stderr, decoded as UTF-8. */
  raw: string;
}

/** Where runs are recorded. `postId` is asked for at each run, since one seat answers many posts. */
export interface Transcript {
  path: string;
  postId?: () => number | string | null;
}

/** A record as one line of JSON, without the newline. */
export function encodeTranscriptLine(record: TranscriptRecord): string {
  return JSON.stringify(record);
}

/** Adds a record. A transcript is a by-product: when it cannot be written, the call goes on. */
export async function appendTranscript(path: string, record: TranscriptRecord): Promise<void> {
  await appendQuietly(path, `${encodeTranscriptLine(record)}\n`);
}

/** Adds bytes to a log, and does nothing when that is impossible. */
export async function appendQuietly(path: string, bytes: string | Uint8Array): Promise<void> {
  try {
    await appendPrivate(path, typeof bytes === "string" ? Buffer.from(bytes) : bytes);
  } catch {
    // Losing a log line is better than losing the answer.
  }
}
