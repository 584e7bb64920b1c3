import type * as z from "zod";
import { attributeKey } from "./domain/attribute-key.ts";
import type { CampaignInfo } from "./domain/campaign.ts";
import type { CanonEvent } from "./domain/event.ts";
import { TYPED_RELATIONS } from "./domain/relation.ts";
import { sayIssue } from "./domain/schema-issue.ts";
import { invalid, SneqError } from "./errors.ts";
import type { CampaignSession } from "./hooks.ts";
import type { InvokeOptions } from "./operations/context.ts";
import { methodName, type Operation, toolName } from "./operations/define.ts";
import { requireEntities } from "./operations/entity-check.ts";
import { operations } from "./operations/index.ts";
import type { NarrationGate } from "./plugin.ts";
import type { CampaignStore } from "./store/store.ts";

type Registered = (typeof operations)[number];
type OnCampaign = Extract<Registered, { scope: "campaign" }>;
type CamelCase<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;
type InputOf<O extends Registered> = z.input<ReturnType<O["input"]>>;
type OutputOf<O extends Registered> = z.output<ReturnType<O["output"]>>;

/** One method for each operation; an operation whose input may be empty needs no argument. */
type CampaignMethods = {
  [O in OnCampaign as CamelCase<O["name"]>]: Record<never, never> extends InputOf<O>
    ? (input?: InputOf<O>, options?: InvokeOptions) => Promise<OutputOf<O>>
    : (input: InputOf<O>, options?: InvokeOptions) => Promise<OutputOf<O>>;
};

/** What runs operations: an engine. */
interface Invoker {
  invoke(operation: Operation, id: string, input: unknown, options?: InvokeOptions): Promise<unknown>;
}

// The methods are the registry's: see the end of the file.
export interface Campaign extends CampaignMethods {}

/** One campaign of an engine. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: every operation of the registry is a method, added below.
export class Campaign {
  readonly info: CampaignInfo;
  readonly #engine: Invoker;
  readonly #session: CampaignSession;
  readonly #store: () => Promise<CampaignStore>;
  readonly #now: () => number;

  /** Campaigns come from `engine.campaign(id)`. */
  constructor(
    engine: Invoker,
    info: CampaignInfo,
    session: CampaignSession,
    store: () => Promise<CampaignStore>,
    now: () => number,
  ) {
    this.#engine = engine;
    this.info = info;
    this.#session = session;
    this.#store = store;
    this.#now = now;
  }

  /** Runs one operation on this campaign; the typed methods are shorthands for it. */
  invoke(operation: OnCampaign, input: unknown, options?: InvokeOptions): Promise<unknown> {
    return this.#engine.invoke(operation, this.info.id, input, options);
  }

  /**
   * Answers a model's tool call. @throws SneqError UNKNOWN_COMMAND for a name that is no tool, and whatever the operation
   * throws.
   */
  async handleToolCall(name: string, input: unknown = {}): Promise<unknown> {
    const operation = operations.find(
      (one): one is OnCampaign =>
        one.scope === "campaign" && (one.surfaces as readonly string[]).includes("tool") && toolName(one) === name,
    );
    if (!operation) throw new SneqError("UNKNOWN_COMMAND", `There is no tool ${JSON.stringify(name)}.`, { tool: name });
    return this.invoke(operation, input);
  }

  /**
   * Has a gate of the program read this campaign's narrations, around those of plugins and the built-in one. The newest
   * registration is used; disposing of an older one never removes a newer one. It is the program's own code: what it throws
   * reaches the caller.
   */
  registerNarrationGate(gate: NarrationGate): { dispose(): void } {
    return this.#session.gates.register(gate);
  }

  /**
   * Events of the log with `seq` greater than `after`, at most `limit`, the oldest first.
   * @throws SneqError VALIDATION_FAILED when either is no whole number, or negative.
   */
  async events(after = 0, limit = 1000): Promise<CanonEvent[]> {
    for (const [name, value] of Object.entries({ after, limit }))
      if (!Number.isSafeInteger(value) || value < 0) throw invalid([name], "must be a whole number from 0", "custom");
    return (await this.#store()).events(after, limit);
  }

  /**
   * Adds a typed edge to the coherence graph; `label` has 1 to 100 characters, as the name of an attribute.
   * @throws SneqError VALIDATION_FAILED, ENTITY_NOT_FOUND, CAMPAIGN_NOT_FOUND
   */
  async addRelation(relation: {
    from: string;
    to: string;
    kind: (typeof TYPED_RELATIONS)[number];
    label: string;
  }): Promise<void> {
    if (!TYPED_RELATIONS.includes(relation.kind))
      throw new SneqError("VALIDATION_FAILED", `kind: one of ${TYPED_RELATIONS.join(", ")}`, [
        { path: ["kind"], message: "unknown kind of relation", code: "invalid_value" },
      ]);
    const [issue] = attributeKey().safeParse(relation.label, { error: sayIssue }).error?.issues ?? [];
    if (issue) throw invalid(["label"], issue.message, issue.code);
    const store = await this.#store();
    await store.write(async (tx) => {
      await requireEntities(tx, [relation.from, relation.to]);
      const now = this.#now();
      await tx.insertRelation({ ...relation, createdAt: now });
      await tx.touch([relation.from, relation.to], now);
    });
  }
}

for (const operation of operations)
  if (operation.scope === "campaign")
    Object.defineProperty(Campaign.prototype, methodName(operation), {
      value(this: Campaign, input: unknown = {}, options?: InvokeOptions) {
        return this.invoke(operation, input, options);
      },
    });
