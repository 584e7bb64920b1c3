import type { ProviderCode } from "../errors.ts";

/** What a chat provider is asked once. Prompts are already complete; the provider adds nothing to them. */
export interface ChatRequest {
  /** Instructions of the engine. */
  system: string;
  /** The question, with campaign text fenced off as data. */
  user: string;
  /**
   * How the answer is to be shaped. `json_schema`: the provider enforces `schema`; `json_object`: it enforces JSON only
   * (the schema is in the prompt); `text`: nothing is enforced. A provider that cannot do a form throws `UNSUPPORTED`.
   */
  format:
    | { kind: "json_schema"; name: string; schema: Record<string, unknown> }
    | { kind: "json_object" }
    | { kind: "text" };
  /** Upper bound on tokens of the answer. */
  maxTokens: number;
  temperature?: number;
  /** Aborted on timeout or cancellation: the provider must release its sockets and processes at once. */
  signal: AbortSignal;
}

/** Tokens of one call; a count that the provider does not report is absent, never zero. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  cachedTokens?: number;
}

export interface ChatAnswer {
  text: string;
  usage: Usage;
  /** The model declined to answer; `text` may hold its words. */
  refused?: boolean;
  /** The answer was cut at `maxTokens`. */
  truncated?: boolean;
}

/** Vectors in the order of the texts, all of one length. */
export interface EmbeddingAnswer {
  vectors: number[][];
  usage: Usage;
}

/** One provider reference of a configuration file: `tiers.heavy.primary` and friends. Further keys are the provider's own. */
export interface ProviderRef {
  provider: string;
  model?: string;
  baseUrl?: string;
  /** Name of the environment variable that holds the key. The key itself is never in a configuration. */
  apiKeyEnv?: string;
  maxTokens?: number;
  temperature?: number;
  embeddingDim?: number;
  [own: string]: unknown;
}

/** What the router hands to a provider factory: environment access goes through here, never through `process.env`. */
export interface ProviderHost {
  /** The key named by `apiKeyEnv`, or undefined. */
  apiKey: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** Folder for files of the provider's own (sessions, caches), created on first use, private to the user. */
  dataDir: string;
  log(event: Record<string, unknown>): void;
}

/** A connected model. Either method may be absent when the provider does not offer it. */
export interface Provider {
  chat?(request: ChatRequest): Promise<ChatAnswer>;
  embed?(texts: string[], options: { signal: AbortSignal }): Promise<EmbeddingAnswer>;
  /** Forms it can enforce, best first; the router starts there and falls through. Default: all three. */
  formats?: readonly ("json_schema" | "json_object" | "text")[];
}

/** How a provider enters the router: one file, one factory. */
export interface ProviderFactory {
  /** The value of `provider` in a configuration. */
  id: string;
  /**
   * Checks the reference's own keys and returns the provider. Throws a ProviderFailure-shaped error with `NOT_CONFIGURED`
   * when a key or program is missing.
   */
  create(ref: ProviderRef, host: ProviderHost): Promise<Provider> | Provider;
}

/**
 * A failed call, as a provider throws it: a plain Error with these properties is enough, so that a plugin needs no class of
 * the host. `retryAfterMs` is what the service asked to wait.
 */
export interface ProviderFailure extends Error {
  providerCode: ProviderCode;
  status?: number;
  retryAfterMs?: number;
}
