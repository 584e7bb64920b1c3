import type { ProviderFailure } from "../domain/provider.ts";
import type { ProviderCode } from "../errors.ts";

/** What a service or a provider did wrong, in the shape the contract asks of every provider. */
export function failure(
  providerCode: ProviderCode,
  message: string,
  extra: { status?: number; retryAfterMs?: number; cause?: unknown } = {},
): ProviderFailure {
  const { cause, ...rest } = extra;
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { providerCode, ...rest });
}

/** Recognises a failure by its properties, since a plugin's provider carries no class of ours. */
export function isFailure(error: unknown): error is ProviderFailure {
  return error instanceof Error && typeof (error as { providerCode?: unknown }).providerCode === "string";
}

/** The failure that anything thrown by a provider amounts to; what is not one of ours counts as a fault of the service. */
export function asFailure(error: unknown): ProviderFailure {
  if (isFailure(error)) return error;
  return failure("SERVER", error instanceof Error ? error.message : String(error), { cause: error });
}

/** What an HTTP status says about the cause. 529 is Anthropic's "overloaded"; 402 is an empty account. */
export function codeOfStatus(status: number): ProviderCode {
  if (status === 401 || status === 403) return "AUTH";
  if (status === 402 || status === 429) return "QUOTA";
  if (status === 408) return "TIMEOUT";
  if (status >= 500) return "SERVER";
  return "UNSUPPORTED";
}

/** Whether the same request may fare better a moment later: 429, 5xx, timeout, network. */
export function isPassing({ providerCode, status }: ProviderFailure): boolean {
  if (status !== undefined && status >= 400) return status === 429 || status >= 500;
  return ["QUOTA", "SERVER", "TIMEOUT", "NETWORK"].includes(providerCode);
}

// How services word the refusal of a response format: OpenAI ("response_format"), DeepSeek ("This response_format type is
// unavailable"), Gemini ("response_schema", "Unknown name"), Anthropic ("output_config.format"), llama.cpp ("grammar").
const FORM_WORDS =
  /response[_ ]?(format|schema|mime)|json[_ -]?(schema|object|mode)|output[_ ]?(config|format)|structured|grammar|schema/i;

/** True for a 400 or 422 that turns down the form of the answer, not the question. */
export function refusesForm({ status, message }: ProviderFailure): boolean {
  return (status === 400 || status === 422) && FORM_WORDS.test(message);
}
