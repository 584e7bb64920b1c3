import { resolve, sep } from "node:path";
import { failure } from "./failure.ts";
import type { RunOptions } from "./process/run.ts";
import { OptionReader } from "./read-options.ts";
import { type Recipe, type RecipeSettings, STDERR_POLICIES } from "./recipe.ts";
import { BUILT_IN_RECIPES, RECIPE_IDS } from "./recipes/built-in.ts";
import type { CommandSettings } from "./recipes/command.ts";

/** The part of a provider reference, or of the command line, that describes an agent program. */
export interface AgentReference {
  recipe?: unknown;
  model?: string | undefined;
  options?: unknown;
}

/** A recipe ready to run, with how to run it. */
export interface ConfiguredRecipe {
  recipe: Recipe;
  run: Pick<RunOptions, "cwd" | "timeoutMs" | "outputLimit">;
  /** Variables added to the environment of the program; those that are undefined are kept from it. */
  env: Record<string, string | undefined>;
}

/** Checks a reference and builds its recipe. Throws NOT_CONFIGURED that names the setting and what it should be. */
export async function configure(reference: AgentReference): Promise<ConfiguredRecipe> {
  const id = recipeId(reference.recipe);
  const reader = new OptionReader(reference.options ?? {}, "options");
  const recipe =
    id === "command" ? await ownRecipe(reader, reference.model) : builtInRecipe(id, reader, reference.model);
  const configured = { recipe, run: readRunOptions(reader), env: reader.record("env") ?? {} };
  reader.rejectOthers();
  return configured;
}

function recipeId(recipe: unknown): string {
  if (typeof recipe === "string" && RECIPE_IDS.includes(recipe)) return recipe;
  const given = recipe === undefined ? "is missing" : `is ${JSON.stringify(recipe)}`;
  throw failure("NOT_CONFIGURED", `recipe ${given}; it must be one of ${RECIPE_IDS.join(", ")}.`);
}

function builtInRecipe(id: string, reader: OptionReader, model: string | undefined): Recipe {
  const builtIn = BUILT_IN_RECIPES.find((candidate) => candidate.id === id);
  if (builtIn === undefined) throw new Error(`no recipe ${id}`);
  const settings: RecipeSettings = defined({
    model,
    provider: reader.string("provider"),
    command: readCommand(reader),
    args: reader.strings("args"),
  });
  return builtIn.build(settings);
}

/** Imported only here, because it brings a regular expression engine with it. */
async function ownRecipe(reader: OptionReader, model: string | undefined): Promise<Recipe> {
  const command = readCommand(reader);
  if (command === undefined) throw failure("NOT_CONFIGURED", "options.command is missing: name the program to run.");
  const settings: CommandSettings = {
    command,
    argv: reader.templates("argv") ?? [],
    ...defined({
      stdin: reader.string("stdin"),
      model,
      session: reader.string("session"),
      stale: reader.string("stale"),
      failed: reader.string("failed"),
      reply: reader.string("reply"),
      stderr: reader.oneOf("stderr", STDERR_POLICIES),
    }),
  };
  const { commandRecipe } = await import("./recipes/command.ts");
  return commandRecipe(settings);
}

/** A path counts from the caller's folder, since the program is started in another one; a bare name is left to PATH. */
function readCommand(reader: OptionReader): string | undefined {
  const command = reader.string("command");
  return command?.includes(sep) ? resolve(command) : command;
}

function readRunOptions(reader: OptionReader): ConfiguredRecipe["run"] {
  return {
    cwd: reader.string("cwd"),
    timeoutMs: reader.positiveInteger("timeoutMs"),
    outputLimit: reader.positiveInteger("outputLimit"),
  };
}

/** The same object without its undefined values. */
function defined<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>;
  };
}
