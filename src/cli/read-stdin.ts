import { fstatSync, readSync, type Stats } from "node:fs";
import { SneqError } from "../errors.ts";
import { decode, PAYLOAD_LIMIT, tooLarge } from "./decode.ts";
import { isTerminal } from "./is-terminal.ts";

/** How long a pipe is waited for, in milliseconds. */
export interface Patience {
  /** For its first byte; only asked when there is a pipe. */
  firstByte: () => number;
  /** For the next byte, once one has come. */
  silence: number;
  /** The caller has said that the arguments come on stdin: it is waited for however long it takes, even at a terminal. */
  promised: boolean;
}

/**
 * The whole of stdin as text, or `undefined` when it holds nothing: a closed stdin, a terminal, an empty file, a pipe that
 * ends or stays idle without a byte.
 * @throws SneqError INVALID_ARGS for more than 8 MiB, invalid UTF-8, or a pipe that falls silent half-way.
 */
export async function readStdin(patience: Patience): Promise<string | undefined> {
  if (isTerminal(0) && !patience.promised) return undefined;
  const stats = stdinStats();
  if (!stats) return undefined;
  const bytes =
    stats.isFile() || (stats.isCharacterDevice() && !isTerminal(0))
      ? readFile()
      : await readPipe(process.stdin, patience);
  return bytes.length === 0 ? undefined : decode(bytes, "stdin");
}

function stdinStats(): Stats | undefined {
  try {
    const stats = fstatSync(0);
    return stats.isDirectory() ? undefined : stats;
  } catch {
    return undefined;
  }
}

/** Files and devices such as /dev/null answer at once, so they are read to their end. */
function readFile(): Buffer {
  const chunks: Buffer[] = [];
  let total = 0;
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536);
    const length = readChunk(chunk);
    if (length === 0) return Buffer.concat(chunks);
    total += length;
    if (total > PAYLOAD_LIMIT) throw tooLarge("stdin");
    chunks.push(chunk.subarray(0, length));
  }
}

/** A stdin that was opened for writing only holds nothing. */
function readChunk(chunk: Buffer): number {
  try {
    return readSync(0, chunk, 0, chunk.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EBADF") return 0;
    throw unreadable(error as Error);
  }
}

function unreadable(error: Error): SneqError {
  return new SneqError("INVALID_ARGS", `stdin could not be read: ${error.message}`);
}

function readPipe(pipe: NodeJS.ReadStream, patience: Patience): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let total = 0;
    let timer: NodeJS.Timeout | undefined;
    let settled = false;

    const settle = (finish: () => void): void => {
      settled = true;
      clearTimeout(timer);
      pipe.removeAllListeners();
      // A pipe left open by the caller must not keep the process alive, and its late errors concern nobody.
      pipe.on("error", () => {});
      pipe.pause();
      pipe.unref?.();
      finish();
    };
    const wait = (milliseconds: number, expire: () => void): void => {
      clearTimeout(timer);
      const before = total;
      // Timers run before what has arrived is read: a process that was held up for so long looks at the pipe once more.
      const look = () => setImmediate(() => !settled && total === before && settle(expire));
      timer = setTimeout(look, milliseconds);
    };

    pipe.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      total += chunk.length;
      if (total > PAYLOAD_LIMIT) return settle(() => reject(tooLarge("stdin")));
      if (!patience.promised) wait(patience.silence, () => reject(fellSilent(total, patience.silence)));
    });
    pipe.on("end", () => settle(() => resolve(Buffer.concat(chunks))));
    pipe.on("error", (error) => settle(() => reject(unreadable(error))));
    if (!patience.promised) wait(patience.firstByte(), () => resolve(Buffer.alloc(0)));
  });
}

function fellSilent(received: number, milliseconds: number): SneqError {
  return new SneqError(
    "INVALID_ARGS",
    `stdin fell silent after ${received} bytes and stayed so for ${milliseconds} ms: close it when everything is written, or raise SNEQ_STDIN_TIMEOUT_MS.`,
  );
}
