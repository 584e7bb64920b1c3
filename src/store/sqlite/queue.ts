/** Runs one task at a time, in the order they came: one connection can hold one transaction. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Whether nothing runs and nothing waits. */
  get idle(): boolean {
    return this.#waiting === 0;
  }

  run<T>(task: () => Promise<T> | T): Promise<T> {
    this.#waiting++;
    const next = this.#last.then(task).finally(() => this.#waiting--);
    this.#last = next.catch(() => {});
    return next;
  }
}
