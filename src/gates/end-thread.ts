import type { Worker } from "node:worker_threads";

/** Longest wait for a thread to end, in milliseconds. One that merely computes ends within a few. */
const PATIENCE_MS = 1000;

/**
 * Ends a thread. One that waits in a system call cannot be ended, and Node, which waits for all its threads, would then
 * never end either: the process is killed when it is about to exit, after its answer is out, with whatever exit code.
 */
export async function endThread(worker: Worker): Promise<void> {
  let ended = false;
  let patience: NodeJS.Timeout | undefined;
  const ending = worker.terminate().then(() => {
    ended = true;
  });
  await Promise.race([
    ending,
    new Promise<void>((resolve) => {
      patience = setTimeout(resolve, PATIENCE_MS);
    }),
  ]);
  clearTimeout(patience);
  if (ended) return;
  process.on("exit", () => {
    if (!ended) process.kill(process.pid, "SIGKILL");
  });
}
