/** Runs one task at a time, in the order they came: one connection can hold one transaction. */
export class Queue {
  #last: Promise<void> = Promise.resolve();
  #waiting = 0;

  /** Whether nothing runs and nothing waits. */
  get idle(): boolean {
    return this.#waiting === 0;
  }

  run<T>(task: () => Promise<T> | T): Promise<T> {
    const turn = this.#waiting++ === 0 ? atOnce(task) : this.#last.then(task);
    const done = (): void => {
      this.#waiting--;
    };
    this.#last = turn.then(done, done);
    return turn;
  }
}

async function atOnce<T>(task: () => Promise<T> | T): Promise<T> {
  return task();
}
