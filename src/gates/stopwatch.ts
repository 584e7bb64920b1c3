/**
 * The time a gate may use for itself. It stands still while the gate waits for an answer of the engine, so that a slow model
 * behind `ctx.secondOpinion` is not held against the gate.
 */
export class Stopwatch {
  #left: number;
  #waiting = 0;
  #since: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  readonly #elapsed: () => void;

  constructor(limitMs: number, elapsed: () => void) {
    this.#left = limitMs;
    this.#elapsed = elapsed;
    this.#start();
  }

  /** The engine works for the gate from here until `resume`. Several may overlap. */
  pause(): void {
    if (this.#waiting++ === 0) this.#halt();
  }

  resume(): void {
    if (--this.#waiting === 0) this.#start();
  }

  stop(): void {
    this.#waiting = Number.POSITIVE_INFINITY;
    this.#halt();
  }

  #start(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#elapsed, Math.max(0, this.#left));
  }

  #halt(): void {
    if (this.#since === null) return;
    this.#left -= performance.now() - this.#since;
    this.#since = null;
    clearTimeout(this.#timer);
  }
}
