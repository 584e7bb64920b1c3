import type { ProviderRef } from "../domain/provider.ts";
import type { ChatTier, TierConfig } from "./config.ts";

interface Service {
  apiKeyEnv: string;
  provider: "anthropic" | "openai-compatible";
  baseUrl?: string;
  heavy: Model;
  light: Model;
}

interface Model {
  model: string;
  /** Keys of the request body that it needs. */
  extraBody?: Record<string, unknown>;
}

/**
 * The chat models used without a configuration file, best first. Where a service keeps a name for its newest model, that
 * name is used. Judging and collapsing are short answers in a fixed shape, so thinking is switched off or down where it is
 * on by default and would eat the token limit. Embeddings are absent on purpose: a key alone never makes a campaign remote.
 */
const SERVICES: readonly Service[] = [
  {
    apiKeyEnv: "ANTHROPIC_API_KEY",
    provider: "anthropic",
    heavy: { model: "claude-sonnet-5-5" },
    light: { model: "claude-haiku-5-5" },
  },
  {
    apiKeyEnv: "MISTRAL_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://api.mistral.ai/v1",
    heavy: { model: "mistral-large-latest" },
    light: { model: "mistral-small-latest" },
  },
  {
    apiKeyEnv: "DEEPSEEK_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://api.deepseek.com/v1",
    heavy: { model: "deepseek-v4-pro", extraBody: { thinking: { type: "disabled" } } },
    light: { model: "deepseek-v4-flash", extraBody: { thinking: { type: "disabled" } } },
  },
  {
    apiKeyEnv: "OPENROUTER_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://openrouter.ai/api/v1",
    heavy: { model: "deepseek/deepseek-v4-pro", extraBody: { reasoning: { enabled: false } } },
    light: { model: "deepseek/deepseek-v4-flash", extraBody: { reasoning: { enabled: false } } },
  },
  {
    apiKeyEnv: "TOGETHER_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://api.together.xyz/v1",
    heavy: { model: "moonshotai/Kimi-K2.5", extraBody: { chat_template_kwargs: { thinking: false } } },
    light: { model: "openai/gpt-oss-120b", extraBody: { reasoning_effort: "low" } },
  },
  {
    apiKeyEnv: "GOOGLE_GENAI_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    heavy: { model: "gemini-pro-latest", extraBody: { reasoning_effort: "low" } },
    light: { model: "gemini-flash-latest", extraBody: { reasoning_effort: "low" } },
  },
];

/** The variables that a default chain looks at, in order of preference. */
export const KEY_VARIABLES: readonly string[] = SERVICES.map((service) => service.apiKeyEnv);

/** The chain of one tier made of the services whose key is in the environment; undefined when there is none. */
export function defaultChain(
  tier: ChatTier,
  env: Readonly<Record<string, string | undefined>>,
): TierConfig | undefined {
  const [primary, ...fallbacks] = SERVICES.filter((service) => env[service.apiKeyEnv]?.trim()).map(
    (service): ProviderRef => {
      const { heavy, light, ...reference } = service;
      return { ...reference, ...(tier === "heavy" ? heavy : light) };
    },
  );
  return primary && { primary, fallbacks };
}
