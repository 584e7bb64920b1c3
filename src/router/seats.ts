import type { Provider, ProviderFactory, ProviderRef } from "../domain/provider.ts";
import type { PassedBy, Seat } from "./chain.ts";
import { KEY_VARIABLES } from "./default-chains.ts";
import { asFailure } from "./failure.ts";
import { redactor } from "./redact.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** How a provider that comes with the engine is reached; its module is imported when its turn comes. */
interface BuiltIn {
  load(): Promise<ProviderFactory>;
  /** The variable that holds the key when a reference names none. */
  apiKeyEnv(ref: ProviderRef): string | undefined;
}

const BUILT_IN: Record<string, BuiltIn> = {
  "openai-compatible": {
    load: async () => (await import("./providers/openai-compatible.ts")).openaiCompatible,
    // A reference without an address means OpenAI itself, which needs a key; a local server does not.
    apiKeyEnv: (ref) => (ref.baseUrl === undefined ? "OPENAI_API_KEY" : undefined),
  },
  anthropic: {
    load: async () => (await import("./providers/anthropic.ts")).anthropic,
    apiKeyEnv: (ref) => (ref.baseUrl === undefined ? "ANTHROPIC_API_KEY" : undefined),
  },
  local: {
    load: async () => (await import("./providers/local.ts")).local,
    apiKeyEnv: () => undefined,
  },
};

/** The variable a reference takes its key from, or undefined when it needs none. */
function keyVariable(ref: ProviderRef): string | undefined {
  return ref.apiKeyEnv ?? BUILT_IN[ref.provider]?.apiKeyEnv(ref);
}

/** Whether a reference could be called: free to ask, so a provider of a plugin counts as present. */
export function hasKey(ref: ProviderRef, env: Env): boolean {
  const variable = keyVariable(ref);
  return variable === undefined || Boolean(env[variable]?.trim());
}

export interface SeatHost {
  env: Env;
  dataDir: string;
  log(event: Record<string, unknown>): void;
  /** Factories that plugins add; looked at when a reference names none of the built-in ones. */
  factories: () => Promise<readonly ProviderFactory[]>;
}

// What a service refused, for the life of the process: a key with its service, or a reference without key. In memory only.
const refused = new Set<string>();

/** Makes seats out of references, each provider once. */
export function seatMaker(host: SeatHost): (ref: ProviderRef) => Promise<Seat | PassedBy> {
  const providers = new Map<ProviderRef, Provider>();
  return async (ref) => {
    const passBy = (reason: string, code: PassedBy["code"] = "NOT_CONFIGURED"): PassedBy => ({
      provider: ref.provider,
      code,
      reason,
    });
    const variable = keyVariable(ref);
    // A key read from a file tends to bring its line end along.
    const apiKey = (variable && host.env[variable]?.trim()) || undefined;
    const redact = redactor([apiKey, ...KEY_VARIABLES.map((name) => host.env[name])]);
    if (variable && !apiKey) return passBy(`${variable} is not set`);
    if (apiKey && /[^\x21-\x7e]/.test(apiKey)) return passBy(`${variable} holds something that no key contains`);
    // Without a key there is nothing that two references would have in common: an agent program of one recipe that is not
    // logged in says nothing about another.
    const identity = JSON.stringify(apiKey === undefined ? ref : [ref.provider, ref.baseUrl, apiKey]);
    if (refused.has(identity)) return passBy("its key was refused before", "AUTH");
    let provider = providers.get(ref);
    if (!provider) {
      try {
        const factory = await findFactory(ref.provider, host);
        if (!factory) return passBy("no such provider; is its plugin installed?");
        provider = await factory.create(ref, { apiKey, env: host.env, dataDir: host.dataDir, log: host.log });
      } catch (error) {
        const failed = asFailure(error);
        return passBy(redact(failed.message), failed.providerCode);
      }
      providers.set(ref, provider);
    }
    return { ref, provider, redact, retire: () => refused.add(identity) };
  };
}

async function findFactory(id: string, host: SeatHost): Promise<ProviderFactory | undefined> {
  const builtIn = Object.hasOwn(BUILT_IN, id) ? BUILT_IN[id] : undefined;
  if (builtIn) return builtIn.load();
  return (await host.factories()).find((factory) => factory.id === id);
}
