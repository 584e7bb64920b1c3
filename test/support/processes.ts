import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export interface Call {
  db: string;
  campaign: string;
  method: string;
  input?: unknown;
}

export interface Answer<T> {
  value?: T;
  code?: string;
  message?: string;
}

/** Processes that wait, loaded, and answer calls all at once. */
export class Workers {
  readonly #children: ChildProcess[];
  readonly #lines: AsyncIterator<string>[];

  private constructor(children: ChildProcess[], lines: AsyncIterator<string>[]) {
    this.#children = children;
    this.#lines = lines;
  }

  static async start(count: number): Promise<Workers> {
    const children = Array.from({ length: count }, () =>
      spawn(process.execPath, [script("worker-process.mjs")], { stdio: ["pipe", "pipe", "inherit"] }),
    );
    const lines = children.map((child) => createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    await Promise.all(lines.map((one) => one.next()));
    return new Workers(children, lines);
  }

  /** Sends each process its call at the same moment; answers in the order of the processes. */
  async all<T>(call: (index: number) => Call): Promise<Answer<T>[]> {
    for (const [index, child] of this.#children.entries()) child.stdin?.write(`${JSON.stringify(call(index))}\n`);
    const answers = await Promise.all(this.#lines.map((one) => one.next()));
    return answers.map(({ value }) => JSON.parse(value) as Answer<T>);
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.#children.map(async (child) => {
        const ended = once(child, "exit");
        child.stdin?.end();
        await ended;
      }),
    );
  }
}

/** What a killed writer said was written. */
export interface Acknowledged {
  entityId?: string;
  canonicalName?: string;
  factId?: string;
  turnNumber?: number;
}

/** When a writer is killed: so many milliseconds after it was loaded, or after its first write was acknowledged. */
export interface Kill {
  since: "loaded" | "acknowledged";
  ms: number;
}

/** Starts a process that writes without end, kills it, and tells what it acknowledged. */
export async function killedWriter(db: string, campaign: string, name: string, kill: Kill): Promise<Acknowledged[]> {
  const child = spawn(process.execPath, [script("endless-writer.mjs"), db, campaign, name], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let errors = "";
  let killing: NodeJS.Timeout | undefined;
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk;
  });
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk;
    const heard = out.split("\n").length - 1;
    if (heard >= (kill.since === "loaded" ? 1 : 2)) killing ??= setTimeout(() => child.kill("SIGKILL"), kill.ms);
  });
  await once(child, "close");
  clearTimeout(killing);
  if (child.signalCode !== "SIGKILL") throw new Error(`the writer ended by itself: ${errors}`);
  // A line that was cut by the kill was not heard, so it was not acknowledged.
  const lines = out.split("\n").slice(1, -1);
  return lines.map((line) => JSON.parse(line) as Acknowledged);
}
