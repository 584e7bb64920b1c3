import type { ProviderRef } from "../domain/provider.ts";
import type { ChatTier, TierConfig } from "./config.ts";

interface Service {
  apiKeyEnv: string;
  provider: "anthropic" | "openai-compatible";
  baseUrl?: string;
  heavy: string;
  light: string;
  /** Keys of the request body that both of its models need. */
  extraBody?: Record<string, unknown>;
}

/**
 * The chat models used without a configuration file, best first. Where a service keeps a name for its newest model, that
 * name is used. Judging and collapsing are short answers in a fixed shape, so thinking is switched off where it is on by
 * default and would eat the token limit. Embeddings are absent on purpose: a key alone never makes a campaign remote.
 */
const SERVICES: readonly Service[] = [
  { apiKeyEnv: "ANTHROPIC_API_KEY", provider: "anthropic", heavy: "claude-sonnet-5-5", light: "claude-haiku-5-5" },
  {
    apiKeyEnv: "MISTRAL_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://api.mistral.ai/v1",
    heavy: "mistral-large-latest",
    light: "mistral-small-latest",
  },
  {
    apiKeyEnv: "DEEPSEEK_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://api.deepseek.com/v1",
    heavy: "deepseek-v4-pro",
    light: "deepseek-v4-flash",
    extraBody: { thinking: { type: "disabled" } },
  },
  {
    apiKeyEnv: "OPENROUTER_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://openrouter.ai/api/v1",
    heavy: "deepseek/deepseek-v4-pro",
    light: "deepseek/deepseek-v4-flash",
    extraBody: { reasoning: { enabled: false } },
  },
  {
    apiKeyEnv: "TOGETHER_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://api.together.xyz/v1",
    heavy: "moonshotai/Kimi-K2.5",
    light: "openai/gpt-oss-120b",
  },
  {
    apiKeyEnv: "GOOGLE_GENAI_API_KEY",
    provider: "openai-compatible",
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    heavy: "gemini-pro-latest",
    light: "gemini-flash-latest",
  },
];

/** The variables that a default chain looks at, in order of preference. */
export const KEY_VARIABLES: readonly string[] = SERVICES.map((service) => service.apiKeyEnv);

/** The chain of one tier made of the services whose key is in the environment; undefined when there is none. */
export function defaultChain(
  tier: ChatTier,
  env: Readonly<Record<string, string | undefined>>,
): TierConfig | undefined {
  const [primary, ...fallbacks] = SERVICES.filter((service) => env[service.apiKeyEnv]).map((service): ProviderRef => {
    const { heavy, light, ...reference } = service;
    return { ...reference, model: tier === "heavy" ? heavy : light };
  });
  return primary && { primary, fallbacks };
}
