import type * as z from "zod";
import type { CampaignContext, EngineContext } from "./context.ts";

/** A call that works as printed: help shows it, the reference lists it, a test runs it. */
export interface Example {
  title: string;
  /** The operation's input. Ids are written as `<Name>`: the id of the entity of that name in the example canon. */
  args: Record<string, unknown>;
  /** Further flags of the command line, in order. */
  flags?: string[];
}

interface Definition<I extends z.ZodType, O extends z.ZodType> {
  /** Kebab case: `mention-entity`. The method `mentionEntity` and the tool `sneq__mention_entity` derive from it. */
  name: string;
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
export interface CampaignOperation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends Definition<I, O> {
  scope: "campaign";
  run(context: CampaignContext, input: z.output<I>): Promise<z.input<O>>;
}

/** An operation that must also answer when the campaign does not exist. */
export interface EngineOperation<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType>
  extends Definition<I, O> {
  scope: "engine";
  run(context: EngineContext, input: z.output<I>): Promise<z.input<O>>;
}

export type Operation = CampaignOperation | EngineOperation;

/** What the engine can do, stated once: commands, tools, methods, help and reference all come from this value. */
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(
  operation: CampaignOperation<I, O>,
): CampaignOperation<I, O>;
export function defineOperation<I extends z.ZodType, O extends z.ZodType>(
  operation: EngineOperation<I, O>,
): EngineOperation<I, O>;
export function defineOperation(operation: Operation): Operation {
  return operation;
}

/** `mention-entity` → `mentionEntity`, the method of a campaign. */
export function methodName(operation: { name: string }): string {
  return operation.name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** `mention-entity` → `sneq__mention_entity`, the tool a model calls. */
export function toolName(operation: { name: string }): string {
  return `sneq__${operation.name.replaceAll("-", "_")}`;
}
