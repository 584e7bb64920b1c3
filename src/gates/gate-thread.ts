import { realpathSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { GateContext, NarrationGateInput, NextGate } from "../domain/gate.ts";
import { modulePath } from "../package-root.ts";
import { endThread } from "./end-thread.ts";
import { GateFailure, thrownText } from "./gate-failure.ts";
import { ASKABLE, type FromThread, type ToThread } from "./messages.ts";
import { Stopwatch } from "./stopwatch.ts";

export interface ThreadLimits {
  /** Time to start the thread, and to import one gate's module, in milliseconds. */
  startMs: number;
  /** Time of a gate's own in one call, in milliseconds. */
  gateMs: number;
  /** Memory the thread may take, in MiB. */
  memoryMb: number;
}

/** The thread went down with every call in it. `culprit` is the call that is held responsible. */
export class ThreadLost extends Error {
  readonly culprit: number;
  readonly failure: GateFailure;

  constructor(culprit: number, failure: GateFailure) {
    super(failure.message);
    this.culprit = culprit;
    this.failure = failure;
  }
}

interface Call {
  id: number;
  input: NarrationGateInput;
  context: GateContext;
  next: NextGate;
  module: string;
  watch: Stopwatch | undefined;
  questions: number;
  resolve(report: unknown): void;
  reject(error: Error): void;
}

/** The entry of the thread: a file of its own from the sources, compiled, and beside a bundle. */
const ENTRY = modulePath("gates/thread");
const MEMORY_PROBE_MS = 50;
/** Questions a gate may have answered in one call: time spent on them is not its own, and each can be about many names. */
const MOST_QUESTIONS = 1000;

/** One thread for the gates of installed plugins. It is gone after the first failure that a thread cannot survive. */
export class GateThread {
  readonly #worker: Worker;
  readonly #limits: ThreadLimits;
  readonly #log: (event: Record<string, unknown>) => void;
  readonly #calls = new Map<number, Call>();
  readonly #ready: Promise<void>;
  #lost = false;

  constructor(limits: ThreadLimits, log: (event: Record<string, unknown>) => void) {
    this.#limits = limits;
    this.#log = log;
    this.#worker = new Worker(ENTRY, {
      name: "narration gates",
      stdin: true,
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
    });
    for (const stream of ["stdout", "stderr"] as const)
      this.#worker[stream].on("data", (chunk) => log({ event: "gate-output", stream, text: String(chunk) }));
    this.#ready = new Promise((resolve) => {
      this.#worker.on("message", (message: FromThread) => {
        if (message.kind === "ready") resolve();
        this.#receive(message);
      });
    });
    this.#worker.on("error", (error: NodeJS.ErrnoException) => this.#lose(crash(error), this.#culprit(error)));
    this.#worker.on("exit", (code) => this.#lose(new GateFailure("GATE_EXITED", `ended its thread with code ${code}`)));
    this.#worker.unref();
  }

  /** False once a gate has brought the thread down. */
  get alive(): boolean {
    return !this.#lost;
  }

  /** Runs one gate. @throws ThreadLost when the thread goes down meanwhile, GateFailure when only the gate fails. */
  run(call: Omit<Call, "resolve" | "reject" | "watch" | "questions">): Promise<unknown> {
    const probe = this.#calls.size === 0 ? this.#probeMemory() : undefined;
    const keepAlive = setInterval(() => {}, 1000);
    const running = new Promise<unknown>((resolve, reject) => {
      const entry: Call = { ...call, watch: undefined, questions: 0, resolve, reject };
      this.#calls.set(call.id, entry);
      this.#time(entry, this.#limits.startMs, "GATE_NOT_LOADED", "was not loaded within");
      void this.#ready.then(() => this.#start(entry));
    });
    return running.finally(() => {
      clearInterval(probe);
      clearInterval(keepAlive);
      this.#calls.get(call.id)?.watch?.stop();
      this.#calls.delete(call.id);
    });
  }

  /** Ends the thread; every call in it fails with `reason`. */
  close(reason: Error): void {
    this.#lost = true;
    void this.#worker.terminate();
    for (const call of this.#calls.values()) call.reject(reason);
  }

  #start({ id, module, input, context }: Call): void {
    if (this.#lost) return;
    const { campaign, languages, ignore } = context;
    this.#send({ kind: "run", call: id, module, input, context: { campaign, languages, ignore } });
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromThread): void {
    if (message.kind === "output") {
      this.#log({ event: "gate-output", stream: "descriptor", text: message.text });
      return;
    }
    if (message.kind === "ready") return;
    const call = this.#calls.get(message.call);
    if (!call) return;
    if (message.kind === "loaded") this.#time(call, this.#limits.gateMs, "GATE_TIMEOUT", "gave no answer within");
    if (message.kind === "report") call.resolve(message.report);
    if (message.kind === "ask") void this.#answer(call, message);
    if (message.kind === "failure") call.reject(failureOf(message));
  }

  async #answer(call: Call, { ask, method, args }: Extract<FromThread, { kind: "ask" }>): Promise<void> {
    if (!ASKABLE.includes(method)) return;
    call.watch?.pause();
    try {
      if (++call.questions > MOST_QUESTIONS) throw new Error(`a gate may ask ${MOST_QUESTIONS} times`);
      const target = { ...call.context, next: call.next } as unknown as Record<string, (...args: unknown[]) => unknown>;
      const value = await target[method]?.(...args);
      if (!this.#lost) this.#send({ kind: "answer", ask, value });
    } catch (error) {
      const code = (error as { code?: unknown } | null)?.code;
      const refusal = { kind: "refusal" as const, ask, message: thrownText(error) };
      if (!this.#lost) this.#send(typeof code === "string" ? { ...refusal, code } : refusal);
    }
    call.watch?.resume();
  }

  #time(call: Call, limitMs: number, code: "GATE_NOT_LOADED" | "GATE_TIMEOUT", what: string): void {
    call.watch?.stop();
    call.watch = new Stopwatch(limitMs, () => this.#lose(new GateFailure(code, `${what} ${limitMs} ms`), call.id));
  }

  /** What lies outside the heap of the thread is not bounded by its limits, so the process's own size is watched. */
  #probeMemory(): NodeJS.Timeout {
    const before = process.memoryUsage.rss();
    const limit = this.#limits.memoryMb * 2 * 1024 * 1024;
    return setInterval(() => {
      if (process.memoryUsage.rss() - before > limit) this.#lose(outOfMemory());
    }, MEMORY_PROBE_MS);
  }

  /** The call whose module stands in the error's stack: a gate around it may have left a timer behind before it asked. */
  #culprit({ stack = "" }: Error): number | undefined {
    return [...this.#calls.values()].find(({ module }) => stack.includes(addressOf(module)))?.id;
  }

  /** Without a known culprit the innermost call is held responsible: those around it wait for its answer. */
  #lose(failure: GateFailure, culprit?: number): void {
    if (this.#lost) return;
    this.#lost = true;
    this.#log({ event: "gate-thread-lost", code: failure.code, message: failure.message });
    const calls = [...this.#calls.values()];
    const blamed = culprit ?? calls.at(-1)?.id ?? 0;
    void endThread(this.#worker).then(() => {
      for (const call of calls.reverse()) call.reject(new ThreadLost(blamed, failure));
    });
  }
}

/** A module as a stack names it: where links lead. */
function addressOf(module: string): string {
  try {
    return pathToFileURL(realpathSync(module)).href;
  } catch {
    return pathToFileURL(module).href;
  }
}

function failureOf({ stage, message }: Extract<FromThread, { kind: "failure" }>): GateFailure {
  if (stage === "load") return new GateFailure("GATE_NOT_LOADED", `cannot be loaded: ${message}`);
  if (stage === "report") return new GateFailure("GATE_MALFORMED_REPORT", `returned no valid report: ${message}`);
  return new GateFailure("GATE_THREW", `threw: ${message}`);
}

function crash(error: NodeJS.ErrnoException): GateFailure {
  return error?.code === "ERR_WORKER_OUT_OF_MEMORY"
    ? outOfMemory()
    : new GateFailure("GATE_CRASHED", `left an error that nobody handled: ${thrownText(error)}`);
}

function outOfMemory(): GateFailure {
  return new GateFailure("GATE_OUT_OF_MEMORY", "took more memory than a gate may");
}
