import * as z from "zod";
import type { ChatRequest } from "../domain/provider.ts";
import { excerpt } from "./redact.ts";

export type Form = ChatRequest["format"]["kind"];

/** Best first: the service enforces the schema, then JSON alone, then nothing. */
export const FORMS: readonly Form[] = ["json_schema", "json_object", "text"];

const FENCE = "```";

const schemas = new WeakMap<z.ZodType, Record<string, unknown>>();

/** The JSON Schema of what a model may answer, made once per schema. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  let made = schemas.get(schema);
  if (!made) {
    const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
    made = rest as Record<string, unknown>;
    schemas.set(schema, made);
  }
  return made;
}

/** What is added to the instructions when the service itself does not enforce the schema. */
export function schemaInstruction(schema: Record<string, unknown>): string {
  return [
    "Answer with one JSON value and nothing else: no prose, no Markdown fence.",
    "It must satisfy this JSON Schema:",
    JSON.stringify(schema),
  ].join("\n");
}

/** What is added to the question after an answer that could not be used. The answer is quoted short: it may be a runaway. */
export function repairInstruction(problem: string, answer: string | undefined): string {
  const quoted = answer ? `\nIt began: ${JSON.stringify(excerpt(answer, 400))}` : "";
  return `Your previous answer could not be used: ${problem}.${quoted}\nAnswer again, with valid JSON only, and keep it short.`;
}

/** A value read from a model's answer, or why there is none. */
export type Reading<T> = { ok: true; value: T } | { ok: false; problem: string };

/** Reads an answer: fences, thinking blocks and surrounding prose are set aside, then the schema decides. */
export function readAnswer<T>(text: string, schema: z.ZodType<T>, shape?: (raw: unknown) => unknown): Reading<T> {
  const raw = extractJson(text);
  if (raw === undefined)
    return { ok: false, problem: text.trim() === "" ? "it was empty" : "it holds no complete JSON" };
  const parsed = schema.safeParse(shape ? shape(raw) : raw);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  return { ok: false, problem: `${issue?.path.join(".") || "the value"}: ${excerpt(issue?.message ?? "invalid")}` };
}

/** The first JSON object or array of a text that may have fences, a thinking block or prose around it. */
export function extractJson(text: string): unknown {
  // Reasoning models of local servers put their thinking into the answer itself.
  const answer = text
    .replace(/^\ufeff/, "")
    .replace(/^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i, "")
    .trim();
  const whole = parse(answer);
  if (whole !== undefined) return whole;
  const fenced = firstFence(answer);
  const inside = fenced === undefined ? undefined : parse(fenced);
  return inside ?? firstBalanced(answer);
}

/** What stands in the first Markdown fence, behind the name of its language. By position: an answer may be megabytes of anything. */
function firstFence(text: string): string | undefined {
  const opening = text.indexOf(FENCE);
  const closing = opening < 0 ? -1 : text.indexOf(FENCE, opening + FENCE.length);
  if (closing < 0) return undefined;
  return text
    .slice(opening + FENCE.length, closing)
    .replace(/^[\w-]+/, "")
    .trim();
}

function parse(text: string): unknown {
  if (!/^[[{n]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// One pass over the text: each opening bracket at depth zero starts a candidate, its match ends it.
function firstBalanced(text: string): unknown {
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (inString) {
      if (char === "\\") at++;
      else if (char === '"') inString = false;
    } else if (char === '"' && depth > 0) inString = true;
    else if (char === "{" || char === "[") {
      if (depth++ === 0) start = at;
    } else if ((char === "}" || char === "]") && depth > 0 && --depth === 0) {
      const value = parse(text.slice(start, at + 1));
      if (value !== undefined) return value;
    }
  }
  return undefined;
}
