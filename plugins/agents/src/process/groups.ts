const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;
type EndSignal = (typeof SIGNALS)[number];

/** How long a program may take to tidy up after SIGTERM, in ms. */
export const KILL_GRACE_MS = 300;

const live = new Set<number>();
let ending: EndSignal | undefined;

/** True once this process was told to end: nothing new may be started. */
export function isEnding(): boolean {
  return ending !== undefined;
}

/**
 * Ties a process group to the life of this process: when it is ended by SIGTERM, SIGINT or SIGHUP, or exits, the group goes
 * first. Returns the function that unties it. Groups of a process ended by SIGKILL cannot be reached by anyone.
 */
export function tie(group: number): () => void {
  if (live.size === 0) listen();
  live.add(group);
  return () => {
    if (!live.delete(group) || live.size > 0) return;
    if (ending) resign(ending);
    else unlisten();
  };
}

/** Sends a signal to every process of a group; false when the group is gone. */
export function signalGroup(group: number, signal: "SIGTERM" | "SIGKILL"): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}

function listen(): void {
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on("exit", killAll);
}

function unlisten(): void {
  for (const signal of SIGNALS) process.off(signal, onSignal);
  process.off("exit", killAll);
}

function onSignal(signal: EndSignal): void {
  if (ending) return;
  ending = signal;
  for (const group of live) signalGroup(group, "SIGTERM");
  setTimeout(() => {
    killAll();
    resign(signal);
  }, KILL_GRACE_MS);
}

function killAll(): void {
  for (const group of live) signalGroup(group, "SIGKILL");
}

/** Ends this process as the signal would have done, unless the host listens too: then the host decides. */
function resign(signal: EndSignal): void {
  unlisten();
  if (process.listenerCount(signal) > 0) ending = undefined;
  else process.kill(process.pid, signal);
}
