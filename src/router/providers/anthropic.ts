import type Anthropic from "@anthropic-ai/sdk";
import * as z from "zod";
import type {
  ChatAnswer,
  ChatRequest,
  Provider,
  ProviderFactory,
  ProviderHost,
  ProviderRef,
} from "../../domain/provider.ts";
import { failure } from "../failure.ts";
import { cleanSchema } from "../schema-dialects.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { sdkFailure } from "./sdk-failure.ts";

/** The keys of a reference to this provider, beside the common ones. */
export const anthropicKeys = () => ({
  model: z.string().min(1).describe("Model name, such as claude-haiku-5-5."),
  extraBody: z.record(z.string(), z.unknown()).optional().describe("Keys added to the request body."),
});

/** Chat through the Anthropic SDK. `baseUrl` serves gateways that speak the same wire format. */
export const anthropic: ProviderFactory = {
  id: "anthropic",
  // The SDK is imported here, not in the call: its loading time must not count against the call's time limit.
  async create(ref, host) {
    const { default: SDK } = await import("@anthropic-ai/sdk");
    return new AnthropicChat(ref, host, SDK);
  },
};

class AnthropicChat implements Provider {
  // There is no JSON-without-schema mode.
  readonly formats = ["json_schema", "text"] as const;
  readonly #ref: ProviderRef;
  readonly #host: ProviderHost;
  readonly #sdk: typeof Anthropic;

  constructor(ref: ProviderRef, host: ProviderHost, sdk: typeof Anthropic) {
    this.#sdk = sdk;
    this.#ref = ref;
    this.#host = host;
  }

  async chat(request: ChatRequest): Promise<ChatAnswer> {
    const outputConfig = outputConfigOf(request.format);
    const body = {
      model: this.#ref.model ?? "",
      max_tokens: request.maxTokens,
      system: request.system,
      messages: [{ role: "user" as const, content: request.user }],
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(outputConfig === undefined ? {} : { output_config: outputConfig }),
      ...(this.#ref.extraBody as Record<string, unknown> | undefined),
    };
    try {
      const client = this.#client(request.signal);
      const message = await client.messages.create(body as Anthropic.MessageCreateParamsNonStreaming, {
        signal: request.signal,
      });
      return readMessage(message);
    } catch (error) {
      throw sdkFailure(error);
    }
  }

  // One client per request, bound to its signal. Everything the SDK would read from the environment is given.
  #client(signal: AbortSignal): Anthropic {
    const { apiKey } = this.#host;
    return new this.#sdk({
      apiKey: apiKey ?? "none",
      baseURL: this.#ref.baseUrl ?? "https://api.anthropic.com",
      maxRetries: 0,
      // Given so that the SDK does not refuse a large max_tokens; the router's own limit ends a call first.
      timeout: 2 ** 31 - 1,
      logLevel: "off",
      fetch: boundedFetch(signal),
      ...(apiKey === undefined ? { defaultHeaders: { Authorization: null, "X-Api-Key": null } } : {}),
    });
  }
}

function outputConfigOf(format: ChatRequest["format"]): Anthropic.OutputConfig | undefined {
  if (format.kind === "text") return undefined;
  const schema = format.kind === "json_schema" ? cleanSchema(format.schema, "anthropic") : undefined;
  if (!schema) throw failure("UNSUPPORTED", "this form of answer cannot be enforced here");
  return { format: { type: "json_schema", schema } };
}

function readMessage(message: Anthropic.Message): ChatAnswer {
  const blocks = (message as Partial<Anthropic.Message> | undefined)?.content;
  if (!Array.isArray(blocks)) throw failure("MALFORMED", "the service answered without content");
  const { usage } = message;
  return {
    text: blocks.map((block) => (block.type === "text" ? block.text : "")).join(""),
    usage: {
      ...(typeof usage?.input_tokens === "number" ? { inputTokens: usage.input_tokens } : {}),
      ...(typeof usage?.output_tokens === "number" ? { outputTokens: usage.output_tokens } : {}),
      ...(typeof usage?.cache_read_input_tokens === "number" ? { cachedTokens: usage.cache_read_input_tokens } : {}),
    },
    refused: message.stop_reason === "refusal",
    truncated: message.stop_reason === "max_tokens",
  };
}
