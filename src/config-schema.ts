import * as z from "zod";
import { LOCAL_EMBEDDING_DIM } from "./domain/campaign.ts";
import { DEFAULT_THRESHOLDS } from "./domain/resolution.ts";
import { sayIssue } from "./domain/schema-issue.ts";
import { ROUTER_DEFAULTS } from "./router/config.ts";
import { anthropicKeys } from "./router/providers/anthropic.ts";
import { openaiCompatibleKeys } from "./router/providers/openai-compatible.ts";

const url = () =>
  z
    .url({ protocol: /^https?$/, error: "expected an http or https address" })
    .refine((text) => !/^\w+:\/\/[^/]*@|\?/.test(text), {
      error: "an address holds no credentials and no query: keys only ever come from the environment",
    });

const commonKeys = () => ({
  provider: z.string().min(1).describe("openai-compatible, anthropic, local, or the id a plugin's provider has."),
  model: z.string().min(1).optional().describe("Model name as the service spells it."),
  baseUrl: url()
    .optional()
    .describe("Address of the service, up to and including its version: http://localhost:11434/v1"),
  apiKeyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: "expected the name of an environment variable, not a key" })
    .optional()
    .describe("Name of the environment variable that holds the key. Absent: the service needs none."),
  maxTokens: z.int().min(1).max(1_000_000).optional().describe("Upper bound on the tokens of one answer."),
  temperature: z.number().min(0).max(2).optional().describe("Sent only when given."),
  embeddingDim: z
    .int()
    .min(1)
    .max(8192)
    .optional()
    .describe("Length of the model's vectors; only for the embeddings tier."),
});

/** References to the providers that come with the engine are strict; a plugin's provider checks its own keys. */
function builtInReferences() {
  return {
    "openai-compatible": z.strictObject({
      ...commonKeys(),
      provider: z.literal("openai-compatible"),
      ...openaiCompatibleKeys(),
    }),
    anthropic: z.strictObject({ ...commonKeys(), provider: z.literal("anthropic"), ...anthropicKeys() }),
    local: z.strictObject({
      provider: z.literal("local"),
      model: z.string().optional(),
      embeddingDim: z.literal(LOCAL_EMBEDDING_DIM).optional(),
    }),
  };
}

type Reference = z.ZodType<{ provider: string; [own: string]: unknown }>;

// The provider decides which keys a reference has; a plain union would answer a typo with one error per member.
function checkedReference(): Reference {
  const builtIn: Record<string, z.ZodType> = builtInReferences();
  return z.looseObject(commonKeys()).superRefine((reference, context) => {
    if ("apiKey" in reference) {
      const message = "keys only ever come from the environment: name the variable in apiKeyEnv";
      context.addIssue({ code: "custom", path: ["apiKey"], message });
      return;
    }
    const own = Object.hasOwn(builtIn, reference.provider) ? builtIn[reference.provider] : undefined;
    for (const issue of own?.safeParse(reference, { error: sayIssue }).error?.issues ?? [])
      context.addIssue({ ...issue } as never);
  }) as unknown as Reference;
}

/** The reference as the published JSON Schema states it, for editors. */
function publishedReference(): Reference {
  return z.union([...Object.values(builtInReferences()), z.looseObject(commonKeys())]) as unknown as Reference;
}

const share = () => z.number().min(0).max(1).optional();

function fileSchema(reference: Reference) {
  const tier = () =>
    z.strictObject({ primary: reference, fallbacks: z.array(reference).max(20).default([]) }).optional();
  const { timeoutMs, maxRetries, backoff } = ROUTER_DEFAULTS;
  const { tauHigh, tauLow, gapDelta, floor, topK } = DEFAULT_THRESHOLDS;
  return z.strictObject({
    $schema: z.string().optional(),
    tiers: z
      .strictObject({
        heavy: tier().describe("Invents canon: collapse-attribute."),
        light: tier().describe("Judges: the resolver's judge and the second opinion of validate-narration."),
        embeddings: tier().describe("Makes the vectors of new campaigns. Absent: the built-in local space."),
      })
      .default({}),
    defaults: z
      .strictObject({
        timeoutMs: z.int().min(1).max(3_600_000).default(timeoutMs).describe("Limit of one call, in milliseconds."),
        maxRetries: z.int().min(0).max(10).default(maxRetries).describe("Repeats on one provider before the next."),
        backoff: z
          .strictObject({
            strategy: z.enum(["fixed", "exponential"]).default(backoff.strategy),
            baseMs: z.int().min(0).max(600_000).default(backoff.baseMs).describe("First pause, in milliseconds."),
          })
          .prefault({}),
      })
      .prefault({}),
    resolver: z
      .strictObject({
        tauHigh: share().describe(`From here a neighbour is a match (${tauHigh}).`),
        tauLow: share().describe(`Below this a neighbour is no match (${tauLow}).`),
        gapDelta: share().describe(`Lead a match needs over the second (${gapDelta}).`),
        floor: share().describe(`Below this a neighbour is no candidate (${floor}).`),
        topK: z.int().min(1).max(50).optional().describe(`Candidates kept (${topK}).`),
      })
      .refine((given) => (given.tauLow ?? tauLow) <= (given.tauHigh ?? tauHigh), {
        error: "tauLow is above tauHigh",
        path: ["tauLow"],
      })
      .default({}),
    validator: z
      .strictObject({
        gate: z.string().min(1).optional().describe("Which narration gate wins when several replace the built-in one."),
        gateTimeoutMs: z
          .int()
          .min(10)
          .max(600_000)
          .optional()
          .describe("Time a plugin's gate may use for itself (5000)."),
        languages: z.array(z.string().min(2)).min(1).optional().describe("Language packs, instead of the campaign's."),
        stopwords: z.array(z.string().min(1)).optional().describe("Further words that are no names."),
        ignore: z.array(z.string().min(1)).optional().describe("Names that are never reported."),
        topK: z.int().min(1).max(200).optional().describe("Recent entities shown to the second opinion (20)."),
      })
      .default({}),
  });
}

let schema: ReturnType<typeof fileSchema> | undefined;

/** The schema of a configuration file; made on first use, since most calls have no file. */
export function configSchema(): ReturnType<typeof fileSchema> {
  schema ??= fileSchema(checkedReference());
  return schema;
}

/** The JSON Schema that is published for editors and other programs. */
export function configJsonSchema(): Record<string, unknown> {
  const made = z.toJSONSchema(fileSchema(publishedReference()), { io: "input" });
  return { ...made, title: "sneq-engine configuration" };
}
