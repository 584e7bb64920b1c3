import { visible } from "./visible.ts";

/** What a person sees while a call takes long: one line that renews itself, and is gone at the end. */
export interface Progress {
  /** Says what is being worked on. */
  say(what: string): void;
  stop(): void;
}

/** A call that ends sooner shows nothing. */
const DELAY_MS = 400;
const FRAME_MS = 100;
const FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
const CLEAR_LINE = "\r\u001B[2K";

/** Draws on a terminal, never into a pipe. */
export function startProgress(what: string, stream: { write(text: string): unknown }): Progress {
  const started = Date.now();
  let label = what;
  let drawn = false;
  const draw = () => {
    const elapsed = Date.now() - started;
    if (elapsed < DELAY_MS) return;
    drawn = true;
    const frame = FRAMES[Math.floor(elapsed / FRAME_MS) % FRAMES.length];
    stream.write(`${CLEAR_LINE}${frame} ${label} ${Math.floor(elapsed / 1000)} s`);
  };
  const timer = setInterval(draw, FRAME_MS);
  return {
    say(next) {
      label = visible(next);
      // Work that never waits leaves no room for the timer.
      draw();
    },
    stop() {
      clearInterval(timer);
      if (drawn) stream.write(CLEAR_LINE);
    },
  };
}
