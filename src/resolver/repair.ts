import { providerCodeOf } from "../errors.ts";

/** An entity that waits for a vector. */
export interface WaitingText {
  entityId: string;
  /** All that stands for it when nothing is refused. */
  whole: string;
  /** What is sent for it. */
  text: string;
  /** What is sent when `text` is refused alone: its names without the description, which is what is too long. */
  names: string;
}

export interface Repair {
  /** Vectors of texts, in order. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  keep(made: readonly WaitingText[], vectors: readonly Float32Array[]): Promise<void>;
  giveUp(refused: readonly WaitingText[]): Promise<void>;
  log(event: Record<string, unknown>): void;
}

/** Enough to find one text among the waiting and to make the vectors of the rest; more is left to the next call. */
const MOST_REQUESTS = 12;

/** What a refusal of a text looks like. llama.cpp says 500 of a text that is too long. */
const REFUSALS = ["UNSUPPORTED", "MALFORMED", "SERVER"];

/** Whether a service failed for what it was sent, not because it was out of reach. */
export function concernsTheTexts(error: unknown): boolean {
  return REFUSALS.includes(providerCodeOf(error).providerCode ?? "");
}

/**
 * Makes the vectors of texts that a service refused together, in halves, so that each is refused for itself alone. One that
 * is refused even as bare names is given up, if `answered` or another request shows that the service works, and waits no
 * more until its entity changes. Never throws: what is left over goes on waiting.
 */
export async function repairApart(waiting: readonly WaitingText[], answered: boolean, repair: Repair): Promise<void> {
  const parts = halves(waiting);
  const refused: WaitingText[] = [];
  let works = answered;
  for (let left = MOST_REQUESTS; left > 0; left--) {
    const part = parts.shift();
    if (!part) break;
    try {
      const vectors = await repair.embed(part.map(({ text }) => text));
      works = true;
      await repair.keep(part, vectors);
    } catch (error) {
      repair.log({ event: "vectors.waiting", reason: (error as Error).message, texts: part.length });
      if (!concernsTheTexts(error)) break;
      parts.unshift(...smaller(part));
      // A failing service is no word on a text: it may be back when it is asked again.
      if (part.length === 1 && part[0]?.text === part[0]?.names && providerCodeOf(error).providerCode !== "SERVER")
        refused.push(...part);
    }
  }
  if (works) await repair.giveUp(refused);
}

/** What to ask instead of a part that was refused. */
function smaller(part: readonly WaitingText[]): WaitingText[][] {
  const [only, second] = part;
  if (!only || second) return halves(part);
  return only.text === only.names ? [] : [[{ ...only, text: only.names }]];
}

function halves(part: readonly WaitingText[]): WaitingText[][] {
  const middle = Math.ceil(part.length / 2);
  return [part.slice(0, middle), part.slice(middle)].filter((half) => half.length > 0);
}
