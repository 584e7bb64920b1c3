import { readFile } from "node:fs/promises";
import { basename, join, resolve, sep } from "node:path";
import { integer, string } from "@oclif/core/flags";
import { isFailure } from "../failure.ts";
import type { RunOptions } from "../process/run.ts";
import { type Agent, agentFor } from "../query.ts";
import type { Recipe } from "../recipe.ts";
import { RECIPE_IDS } from "../recipes/built-in.ts";
import { type ConfiguredRecipe, configure } from "../reference.ts";
import { invalidArgs } from "./answer.ts";

/** The flags that say which agent program is meant. */
export const agentFlags = {
  recipe: string({
    description: `Which program: ${RECIPE_IDS.join(", ")}.`,
    required: true,
    helpValue: "<name>",
  }),
  model: string({ description: "The model, in the program's own spelling.", helpValue: "<name>" }),
  options: string({
    description:
      "Options of the recipe as a JSON object, as a configuration file has them, or @file.json. The recipe `command` needs them.",
    helpValue: "<json>",
  }),
  "timeout-ms": integer({ description: "End the program after this many milliseconds.", min: 1, helpValue: "<ms>" }),
};

export interface AgentFlagValues {
  recipe: string;
  model?: string | undefined;
  options?: string | undefined;
  "timeout-ms"?: number | undefined;
}

const SESSION_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;

/** The agent that the flags describe and how to run it. Throws INVALID_ARGS. */
export async function readAgent(
  flags: AgentFlagValues,
  session: { name: string | undefined; dataDir: string },
): Promise<{ agent: Agent; run: RunOptions }> {
  const options = await readOptions(flags.options);
  const { recipe, run, env } = await configureFromFlags(flags, options);
  const sessionFile = session.name === undefined ? undefined : sessionPath(session.name, session.dataDir, recipe);
  return {
    agent: agentFor(recipe, sessionFile),
    run: { ...run, timeoutMs: flags["timeout-ms"] ?? run.timeoutMs, env: { ...process.env, ...env } },
  };
}

async function configureFromFlags(flags: AgentFlagValues, options: unknown): Promise<ConfiguredRecipe> {
  try {
    return await configure({ recipe: flags.recipe, model: flags.model, options });
  } catch (error) {
    if (isFailure(error)) throw invalidArgs(error.message);
    throw error;
  }
}

async function readOptions(flag: string | undefined): Promise<unknown> {
  if (flag === undefined) return undefined;
  const text = flag.startsWith("@") ? await readOptionsFile(flag.slice(1)) : flag;
  try {
    return JSON.parse(text);
  } catch {
    throw invalidArgs("--options is not JSON. Give an object in quotes, or a file as --options @file.json.");
  }
}

async function readOptionsFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch {
    throw invalidArgs(`--options: the file ${path} cannot be read.`);
  }
}

/** A name is kept in the data folder, apart for each program; anything with a separator is a path. */
function sessionPath(name: string, dataDir: string, recipe: Recipe): string {
  if (name.includes(sep)) return resolve(name);
  if (!SESSION_NAME.test(name)) {
    throw invalidArgs("--session: a name has up to 64 letters, digits, dots, dashes and underscores; or give a path.");
  }
  const folder = recipe.id === "command" ? `command-${basename(recipe.command)}` : recipe.id;
  return join(dataDir, "agents", folder, `${name}.session`);
}
