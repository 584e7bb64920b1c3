import type * as z from "zod";
import type { CampaignContext, EngineContext } from "./context.ts";

/** A call that works as printed: help shows it, the reference lists it, a test runs it. */
export interface Example {
  title: string;
  /** The operation's input. Ids are written as `<Name>`: the id of the entity of that name in the example canon. */
  args: Record<string, unknown>;
  /** The argument that is piped in as plain text, where the command takes it so. */
  piped?: string;
  /** Further flags of the command line, in order. */
  flags?: string[];
}

interface Definition<N extends string, I extends z.ZodType, O extends z.ZodType> {
  /** Kebab case: `mention-entity`. The method `mentionEntity` and the tool `sneq__mention_entity` derive from it. */
  name: N;
  /** One line, for lists of commands and for models. */
  summary: string;
  /** What it is for and what its answers mean, a few sentences. */
  description: string;
  effect: "reads" | "writes";
  /** Where it appears beside the library: `tool` is a model's tool. */
  surfaces: readonly ("cli" | "tool")[];
  /** Built on first use: most processes run one operation. */
  input: () => I;
  output: () => O;
  examples: readonly Example[];
}

/** An operation on a campaign that exists. */
export interface CampaignOperation<N extends string, I extends z.ZodType, O extends z.ZodType>
  extends Definition<N, I, O> {
  scope: "campaign";
  run(context: CampaignContext, input: z.output<I>): Promise<z.input<O>>;
}

/** An operation that must also answer when the campaign does not exist. */
export interface EngineOperation<N extends string, I extends z.ZodType, O extends z.ZodType>
  extends Definition<N, I, O> {
  scope: "engine";
  run(context: EngineContext, input: z.output<I>): Promise<z.input<O>>;
}

// biome-ignore lint/suspicious/noExplicitAny: any operation, whatever its input: `run` is contravariant in it.
export type Operation = CampaignOperation<string, any, any> | EngineOperation<string, any, any>;

/** What the engine can do, stated once: commands, tools, methods, help and reference all come from this value. */
export function defineOperation<const N extends string, I extends z.ZodType, O extends z.ZodType>(
  operation: CampaignOperation<N, I, O>,
): CampaignOperation<N, I, O>;
export function defineOperation<const N extends string, I extends z.ZodType, O extends z.ZodType>(
  operation: EngineOperation<N, I, O>,
): EngineOperation<N, I, O>;
export function defineOperation(operation: Operation): Operation {
  return { ...operation, input: once(operation.input) };
}

/** A call looks at its schema several times; making one takes a millisecond. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** `mention-entity` → `mentionEntity`, the method of a campaign. */
export function methodName(operation: { name: string }): string {
  return operation.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `mention-entity` → `sneq__mention_entity`, the tool a model calls. */
export function toolName(operation: { name: string }): string {
  return `sneq__${operation.name.replaceAll("-", "_")}`;
}
