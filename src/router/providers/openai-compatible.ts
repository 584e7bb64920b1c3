import type OpenAI from "openai";
import * as z from "zod";
import type {
  ChatAnswer,
  ChatRequest,
  EmbeddingAnswer,
  Provider,
  ProviderFactory,
  ProviderHost,
  ProviderRef,
  Usage,
} from "../../domain/provider.ts";
import { failure } from "../failure.ts";
import { cleanSchema, isStrict, type SchemaDialect } from "../schema-dialects.ts";
import { FORMS, type Form } from "../structured.ts";
import { boundedFetch, MAX_ANSWER_BYTES, MAX_VECTORS_BYTES } from "./bounded-fetch.ts";
import { sdkFailure } from "./sdk-failure.ts";

const OPENAI = "https://api.openai.com/v1";

/** The keys of a reference to this provider, beside the common ones. */
export const openaiCompatibleKeys = () => ({
  model: z.string().min(1).describe("Model name as the service spells it."),
  headers: z
    .record(z.string(), z.string())
    .refine((headers) => !Object.keys(headers).some((name) => /^(authorization|x-api-key|api-key)$/i.test(name)), {
      error: "keys only ever come from the environment: name the variable in apiKeyEnv",
    })
    .optional()
    .describe("Headers sent with each request, such as HTTP-Referer for OpenRouter. No credentials."),
  extraBody: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Keys added to the request body, such as a switch that turns thinking off."),
  tokenLimitKey: z
    .enum(["max_tokens", "max_completion_tokens"])
    .optional()
    .describe("Name of the token limit on the wire: max_completion_tokens for OpenAI itself, else max_tokens."),
  format: z
    .enum(FORMS as readonly [Form, ...Form[]])
    .optional()
    .describe("Structured-output form to begin with; by default the best one, stepping down when it is refused."),
});

/** Chat and embeddings through the `openai` SDK, for every service that speaks its wire format. A key is optional. */
export const openaiCompatible: ProviderFactory = {
  id: "openai-compatible",
  // The SDK is imported here, not in the call: its loading time must not count against the call's time limit.
  async create(ref, host) {
    const { default: SDK } = await import("openai");
    return new OpenAICompatible(ref, host, SDK);
  },
};

class OpenAICompatible implements Provider {
  readonly formats: readonly Form[];
  readonly #ref: ProviderRef;
  readonly #host: ProviderHost;
  readonly #baseUrl: string;
  readonly #sdk: typeof OpenAI;

  constructor(ref: ProviderRef, host: ProviderHost, sdk: typeof OpenAI) {
    this.#sdk = sdk;
    this.#ref = ref;
    this.#host = host;
    this.#baseUrl = ref.baseUrl ?? OPENAI;
    this.formats = formatsOf(ref);
  }

  async chat(request: ChatRequest): Promise<ChatAnswer> {
    const responseFormat = this.#responseFormat(request.format);
    const limit =
      (this.#ref.tokenLimitKey as string | undefined) ??
      (this.#servedBy(OPENAI) ? "max_completion_tokens" : "max_tokens");
    const body = {
      model: this.#ref.model ?? "",
      messages: [
        { role: "system" as const, content: request.system },
        { role: "user" as const, content: request.user },
      ],
      [limit]: request.maxTokens,
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(responseFormat === undefined ? {} : { response_format: responseFormat }),
      ...(this.#ref.extraBody as Record<string, unknown> | undefined),
    };
    try {
      const client = this.#client(request.signal);
      const completion = await client.chat.completions.create(body as OpenAI.ChatCompletionCreateParamsNonStreaming, {
        signal: request.signal,
      });
      return readCompletion(completion);
    } catch (error) {
      throw sdkFailure(error);
    }
  }

  async embed(texts: string[], { signal }: { signal: AbortSignal }): Promise<EmbeddingAnswer> {
    const body = {
      model: this.#ref.model ?? "",
      input: texts,
      // The SDK asks for base64 unless told otherwise; local servers answer it with plain numbers.
      encoding_format: "float" as const,
      ...(this.#ref.extraBody as Record<string, unknown> | undefined),
    };
    try {
      const client = this.#client(signal, MAX_VECTORS_BYTES);
      const answer = await client.embeddings.create(body, { signal });
      if (!Array.isArray(answer?.data)) throw failure("MALFORMED", "the service answered without vectors");
      const ordered = [...answer.data].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
      return {
        vectors: ordered.map((item) => item.embedding),
        usage: counts({ inputTokens: answer.usage?.prompt_tokens }),
      };
    } catch (error) {
      throw sdkFailure(error);
    }
  }

  #servedBy(url: string): boolean {
    return new URL(this.#baseUrl).host === new URL(url).host;
  }

  // One client per request, bound to its signal. Everything the SDK would read from the environment is given.
  #client(signal: AbortSignal, maxBytes = MAX_ANSWER_BYTES): OpenAI {
    const { apiKey } = this.#host;
    return new this.#sdk({
      apiKey: apiKey ?? "none",
      baseURL: this.#baseUrl,
      organization: null,
      project: null,
      maxRetries: 0,
      // The router's timeout ends a call first; the SDK's own must never be the shorter one.
      timeout: 2 ** 31 - 1,
      logLevel: "off",
      fetch: boundedFetch(signal, maxBytes),
      defaultHeaders: {
        ...(this.#ref.headers as Record<string, string> | undefined),
        ...(apiKey === undefined ? { Authorization: null } : {}),
      },
    });
  }

  #responseFormat(format: ChatRequest["format"]) {
    if (format.kind === "text") return undefined;
    if (format.kind === "json_object") return { type: "json_object" as const };
    const schema = cleanSchema(format.schema, dialectOf(this.#baseUrl));
    if (!schema) throw failure("UNSUPPORTED", "the schema cannot be said in this service's dialect");
    return { type: "json_schema" as const, json_schema: { name: format.name, schema, strict: isStrict(schema) } };
  }
}

function dialectOf(baseUrl: string): SchemaDialect {
  return new URL(baseUrl).host.endsWith("googleapis.com") ? "gemini" : "openai";
}

function formatsOf(ref: ProviderRef): readonly Form[] {
  const first =
    (ref.format as Form | undefined) ?? (ref.baseUrl && servesNoSchema(ref.baseUrl) ? "json_object" : undefined);
  return first === undefined ? FORMS : FORMS.slice(FORMS.indexOf(first));
}

// DeepSeek documents json_object as its only JSON mode; asking for more costs a refused request per process.
function servesNoSchema(baseUrl: string): boolean {
  return new URL(baseUrl).host === "api.deepseek.com";
}

function readCompletion(completion: OpenAI.ChatCompletion): ChatAnswer {
  // A page of HTML, an empty body or a proxy's own object all arrive here as an "answer".
  const choice = (completion as Partial<OpenAI.ChatCompletion> | undefined)?.choices?.[0];
  if (!choice?.message) throw failure("MALFORMED", "the service answered without a choice");
  const { content, refusal } = choice.message;
  const usage = completion.usage;
  return {
    text: typeof content === "string" ? content : (refusal ?? ""),
    usage: counts({
      inputTokens: usage?.prompt_tokens,
      outputTokens: usage?.completion_tokens,
      cachedTokens: usage?.prompt_tokens_details?.cached_tokens,
    }),
    refused: Boolean(refusal) || choice.finish_reason === "content_filter",
    truncated: choice.finish_reason === "length",
  };
}

function counts(usage: { [K in keyof Usage]: number | undefined }): Usage {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => typeof count === "number"));
}
