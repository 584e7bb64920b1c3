import type { GateContext, NarrationGateInput, NextGate } from "../domain/gate.ts";
import type { GateError, ValidationReport } from "../domain/report.ts";
import type { OrderedGate } from "../extensions.ts";
import type { NarrationGate } from "../plugin.ts";
import { checkedReport } from "./checked-report.ts";
import { GateFailure, thrownText } from "./gate-failure.ts";
import { GateThread, type ThreadLimits, ThreadLost } from "./gate-thread.ts";
import { Stopwatch } from "./stopwatch.ts";

/** Room enough on a busy machine; a gate works on one text of a few pages. */
export const GATE_LIMITS: ThreadLimits = { startMs: 15_000, gateMs: 5000, memoryMb: 256 };

/** A gate may have other texts read than the call's, so many times its length in all, and as much of a short one. */
const READ_AGAIN = 16;
const SHORT_TEXT = 65_536;

/** Runs gates of plugins so that none of them can fail a call; what went wrong is collected. */
export class GateRunner {
  readonly #limits: ThreadLimits;
  readonly #log: (event: Record<string, unknown>) => void;
  #thread: GateThread | undefined;
  #calls = 0;
  #closed: Error | undefined;

  constructor(limits: ThreadLimits, log: (event: Record<string, unknown>) => void) {
    this.#limits = limits;
    this.#log = log;
  }

  /** The gate's report; when it fails, that of the gate below, and the failure in `errors`. */
  async run(
    gate: OrderedGate,
    input: NarrationGateInput,
    ctx: GateContext,
    next: NextGate,
    errors: GateError[],
  ): Promise<ValidationReport> {
    const below = rememberingFirst(next, READ_AGAIN * Math.max(input.narration.length, SHORT_TEXT));
    try {
      const answer =
        "gate" in gate.code
          ? await this.#here(gate.code.gate, input, ctx, below)
          : await this.#inThread(gate.code.module, input, ctx, below);
      return checkedReport(answer, input);
    } catch (error) {
      if (!(error instanceof GateFailure)) throw error;
      this.#log({ event: "gate-failed", plugin: gate.plugin, gate: gate.id, code: error.code, message: error.message });
      errors.push({ plugin: gate.plugin, code: error.code, message: `The gate ${gate.id} ${error.message}` });
      return below();
    }
  }

  /** Ends the thread and what runs in it; checks under way, and every later one, fail with `reason`. */
  close(reason: Error): void {
    this.#closed ??= reason;
    this.#thread?.close(this.#closed);
    this.#thread = undefined;
  }

  /** A gate whose thread another one brought down starts again in a new one. */
  async #inThread(module: string, input: NarrationGateInput, context: GateContext, next: NextGate): Promise<unknown> {
    for (;;) {
      if (this.#closed) throw this.#closed;
      const id = ++this.#calls;
      if (!this.#thread?.alive) this.#thread = new GateThread(this.#limits, this.#log);
      try {
        return await this.#thread.run({ id, module, input, context, next });
      } catch (error) {
        if (!(error instanceof ThreadLost)) throw error;
        if (error.culprit === id) throw error.failure;
      }
    }
  }

  /** In the program's own thread a gate can be left behind when it is late, but not stopped. */
  #here(gate: NarrationGate, input: NarrationGateInput, ctx: GateContext, next: NextGate): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { gateMs } = this.#limits;
      const watch = new Stopwatch(gateMs, () =>
        reject(new GateFailure("GATE_TIMEOUT", `gave no answer within ${gateMs} ms`)),
      );
      const untimed =
        <A extends unknown[], R>(method: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          watch.pause();
          try {
            return await method(...args);
          } finally {
            watch.resume();
          }
        };
      const own: GateContext = {
        campaign: { ...ctx.campaign },
        languages: structuredClone(ctx.languages),
        ignore: [...ctx.ignore],
        namesStartingWith: untimed(ctx.namesStartingWith),
        resolveNames: untimed(ctx.resolveNames),
        secondOpinion: untimed(ctx.secondOpinion),
        canonValues: untimed(ctx.canonValues),
      };
      Promise.resolve()
        .then(() => gate.validate({ ...input }, own, untimed(next)))
        .then(resolve, (error) => reject(new GateFailure("GATE_THREW", `threw: ${thrownText(error)}`)))
        .finally(() => watch.stop());
    });
  }
}

/**
 * The gate below, asked once for the unchanged input however often it is needed: by the gate above, by the same gate in a new
 * thread, and in that gate's place when it failed. Every answer is a copy.
 */
function rememberingFirst(next: NextGate, characters: number): NextGate {
  let left = characters;
  let first: Promise<ValidationReport> | undefined;
  return async (changed) => {
    if (changed) {
      if (typeof changed.narration !== "string")
        throw new TypeError("next() takes an input with a narration, or nothing");
      left -= changed.narration.length;
      if (left < 0) throw new RangeError(`next() was given more than ${characters} characters to read`);
      return next(changed);
    }
    first ??= next();
    return structuredClone(await first);
  };
}
