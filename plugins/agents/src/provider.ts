import { mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type {
  ChatAnswer,
  ChatRequest,
  Provider,
  ProviderFactory,
  ProviderHost,
  ProviderRef,
} from "@sneq/engine/plugin";
import { failure } from "./failure.ts";
import { findProgram } from "./process/find-program.ts";
import type { RunOptions } from "./process/run.ts";
import { ask } from "./query.ts";
import type { Recipe } from "./recipe.ts";
import { type ConfiguredRecipe, configure } from "./reference.ts";

/**
 * The provider `cli-agent`: `{ "provider": "cli-agent", "recipe": "hermes", "model": "…", "options": { … } }`. Every request is a
 * fresh session, so that no judgement colours the next. Token counts are unknown and stay absent.
 */
export const provider: ProviderFactory = {
  id: "cli-agent",
  async create(ref: ProviderRef, host: ProviderHost): Promise<Provider> {
    rejectForeignKeys(ref);
    const configured = await configure({ recipe: ref.recipe, model: ref.model, options: ref.options });
    const { recipe } = configured;
    const env = { ...host.env, ...configured.env };
    if ((await findProgram(recipe.command, env)) === undefined) throw programMissing(recipe);
    return {
      formats: ["text"],
      chat: (request) => chat(configured, env, host, request),
    };
  },
};

export default provider;

const FOLDER_PREFIX = "call-";
/** A folder nobody wrote to for a day belongs to no call any more, in ms. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000;
const REMOVE = { recursive: true, force: true } as const;

const KNOWN_KEYS = ["provider", "recipe", "model", "options", "maxTokens", "temperature"];

/** The length of an answer and its temperature are the program's own affair: both keys are accepted and have no effect. */
function rejectForeignKeys(ref: ProviderRef): void {
  const foreign = Object.keys(ref).find((key) => !KNOWN_KEYS.includes(key) && ref[key] !== undefined);
  if (foreign === undefined) return;
  throw failure("NOT_CONFIGURED", `"${foreign}" means nothing to cli-agent; known are ${KNOWN_KEYS.join(", ")}.`);
}

async function chat(
  { recipe, run }: ConfiguredRecipe,
  env: RunOptions["env"],
  host: ProviderHost,
  request: ChatRequest,
): Promise<ChatAnswer> {
  if (request.format.kind !== "text") {
    throw failure("UNSUPPORTED", `An agent program cannot enforce the format ${request.format.kind}: ask for text.`);
  }
  const prompt = [request.system, request.user].filter((part) => part !== "").join("\n\n");
  const askIn = (cwd: string) => ask({ recipe }, prompt, { ...run, cwd, env, signal: request.signal });
  const { text, elapsedMs } = await (run.cwd === undefined ? inEmptyFolder(host.dataDir, askIn) : askIn(run.cwd));
  host.log({ event: "cli-agent", recipe: recipe.id, ms: elapsedMs, characters: text.length });
  if (text === "") throw failure("MALFORMED", `${recipe.command} ended well but answered nothing.`);
  return { text, usage: {} };
}

/**
 * Agent programs read instructions and files from the folder they start in, and may write some there. Campaign text is no reason
 * to show them the user's project, nor may one call leave instructions to the next: each starts in a new folder.
 */
async function inEmptyFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const parent = join(dataDir, "cli-agent");
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await sweep(parent);
  const folder = await mkdtemp(join(parent, FOLDER_PREFIX));
  try {
    return await work(folder);
  } finally {
    await rm(folder, REMOVE).catch(() => {});
  }
}

/** Removes what calls left behind whose process was ended. */
async function sweep(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(FOLDER_PREFIX));
  for (const folder of names.map((name) => join(parent, name))) {
    const stats = await stat(folder).catch(() => undefined);
    if (stats !== undefined && Date.now() - stats.mtimeMs > LEFT_BEHIND_MS) await rm(folder, REMOVE).catch(() => {});
  }
}

function programMissing({ command }: Recipe) {
  return failure("NOT_CONFIGURED", `${command} was not found: install it, or give its path as options.command.`);
}
