import type { NarrationGate } from "./plugin.ts";
import type { UserPrompt } from "./resolver/resolver.ts";

/** What a model is about to be asked to invent. */
export interface PreGenerationEvent {
  campaignId: string;
  operation: string;
  entityId: string;
  attributeKey: string;
}
export type PreGenerationHandler = (event: PreGenerationEvent) => void | Promise<void>;

/** Handlers in the order they were registered; each is removed by its own `dispose` and by nothing else. */
export class Registry<T> {
  #handlers: { handler: T }[] = [];

  register(handler: T): { dispose(): void } {
    const entry = { handler };
    this.#handlers.push(entry);
    return {
      dispose: () => {
        this.#handlers = this.#handlers.filter((other) => other !== entry);
      },
    };
  }

  /** The handler registered last. */
  get newest(): T | null {
    return this.#handlers.at(-1)?.handler ?? null;
  }

  get all(): T[] {
    return this.#handlers.map(({ handler }) => handler);
  }
}

/** What a running program has attached to one campaign. */
export interface CampaignSession {
  gates: Registry<NarrationGate>;
}

/** What a program can hook into. */
export class Hooks {
  readonly userPrompt = new Registry<UserPrompt>();
  readonly preGeneration = new Registry<PreGenerationHandler>();

  /** Fire and forget: a handler that throws, at once or later, is nobody's failure. */
  emitPreGeneration(event: PreGenerationEvent): void {
    for (const handler of this.preGeneration.all)
      void Promise.resolve()
        .then(() => handler(event))
        .catch(() => {});
  }
}
