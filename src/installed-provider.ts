import { pathToFileURL } from "node:url";
import type { ChatAnswer, EmbeddingAnswer, Provider, ProviderFactory } from "./domain/provider.ts";
import { PROVIDER_CODES, type ProviderCode } from "./errors.ts";

/** Longest that the module may take to load, and the provider to be made, together, in milliseconds. */
const START_MS = 15_000;

/**
 * The factory that an installed module exports, imported when it is asked to create. What comes back is held to the contract,
 * so that a plugin's slip is told as the plugin's.
 */
export function installedProvider(id: string, path: string): ProviderFactory {
  const make: ProviderFactory["create"] = async (ref, host) => whole(await (await load(path)).create(ref, host), path);
  return { id, create: (ref, host) => withinTime(`the provider ${id}`, async () => make(ref, host)) };
}

function whole(made: unknown, path: string): Provider {
  const provider = made as Provider | null | undefined;
  if (typeof provider !== "object" || provider === null)
    throw failed("NOT_CONFIGURED", `create() of ${path} returned no provider`);
  const { formats } = provider;
  const checked: Provider = formats ? { formats } : {};
  if (typeof provider.chat === "function")
    checked.chat = (request) => telling(async () => wholeAnswer(await provider.chat?.(request)));
  if (typeof provider.embed === "function")
    checked.embed = (texts, options) => telling(async () => wholeVectors(await provider.embed?.(texts, options)));
  return checked;
}

async function load(path: string): Promise<ProviderFactory> {
  const module = (await import(pathToFileURL(path).href)) as { provider?: unknown; default?: unknown };
  const factory = (module.provider ?? module.default) as Partial<ProviderFactory> | undefined;
  if (typeof factory?.create !== "function")
    throw failed("NOT_CONFIGURED", `${path} exports no provider: it needs an export "provider" with create()`);
  return factory as ProviderFactory;
}

function wholeAnswer(answer: ChatAnswer | undefined): ChatAnswer {
  if (typeof answer?.text !== "string") throw failed("MALFORMED", "chat() answered without a text");
  return { ...answer, usage: answer.usage ?? {} };
}

function wholeVectors(answer: EmbeddingAnswer | undefined): EmbeddingAnswer {
  if (!Array.isArray(answer?.vectors)) throw failed("MALFORMED", "embed() answered without vectors");
  return { vectors: answer.vectors, usage: answer.usage ?? {} };
}

/** The router acts on the codes it knows. */
async function telling<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { providerCode } = (error ?? {}) as { providerCode?: unknown };
    if (providerCode === undefined || (PROVIDER_CODES as readonly unknown[]).includes(providerCode)) throw error;
    throw failed("SERVER", error instanceof Error ? error.message : String(error));
  }
}

/** Its timer also keeps the process open, which would end without a word if nothing else were left to wait for. */
async function withinTime<T>(what: string, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failed("TIMEOUT", `${what} was not ready within ${START_MS} ms`)), START_MS);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function failed(providerCode: ProviderCode, message: string): Error {
  return Object.assign(new Error(message), { providerCode });
}
