/** Runs one task at a time, in the order they came: one connection can hold one transaction. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T> | T): Promise<T> {
    const next = this.#last.then(task, task);
    this.#last = next.catch(() => {});
    return next;
  }
}
