import { type Operation, toolName } from "../operations/define.ts";
import { operations } from "../operations/index.ts";
import { alternatives, type JsonSchema, jsonSchema, resolveRef } from "./json-schema.ts";

/** A tool for Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description: string;
  input_schema: JsonSchema & { type: "object" };
}

/**
 * A tool for OpenAI's Chat Completions API and its many compatible services. Not `strict`: strict mode demands every
 * property and forbids open records, which optional arguments and COMPOSITE values are; the engine checks inputs itself.
 */
export interface OpenAITool {
  type: "function";
  function: { name: string; description: string; parameters: JsonSchema };
}

/** The function declarations of one Gemini tool. */
export interface GeminiTool {
  functionDeclarations: { name: string; description: string; parameters?: JsonSchema }[];
}

export function anthropicTools(): AnthropicTool[] {
  return toolOperations().map((operation) => ({
    ...nameAndDescription(operation),
    input_schema: { ...jsonSchema(operation.input()), type: "object" },
  }));
}

export function openaiTools(): OpenAITool[] {
  return toolOperations().map((operation) => ({
    type: "function",
    function: { ...nameAndDescription(operation), parameters: jsonSchema(operation.input()) },
  }));
}

export function geminiTools(): GeminiTool[] {
  const functionDeclarations = toolOperations().map((operation) => {
    const schema = jsonSchema(operation.input());
    const declaration = nameAndDescription(operation);
    // Gemini refuses an object without properties.
    return isEmpty(schema) ? declaration : { ...declaration, parameters: geminiSchema(schema, schema) };
  });
  return [{ functionDeclarations }];
}

function toolOperations(): Operation[] {
  return operations.filter((operation) => operation.surfaces.includes("tool"));
}

function nameAndDescription(operation: Operation): { name: string; description: string } {
  return { name: toolName(operation), description: `${operation.summary}\n\n${operation.description}` };
}

/**
 * Gemini's parameters are a subset of OpenAPI 3.0: no references, no `const`, `oneOf` or `additionalProperties`, and every
 * object lists its properties. A record (the fields of a COMPOSITE) has no form there, so alternatives that need one are
 * left out.
 */
function geminiSchema(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { type, description, items, properties, required, ...rest } = resolveRef(schema, root);
  const result: JsonSchema = { ...(type && { type }), ...(description && { description }), ...numbers(rest) };
  const variants = alternatives(rest)?.map((variant) => resolveRef(variant, root));
  if (variants) result.anyOf = variants.filter((v) => !needsRecord(v, root)).map((v) => geminiSchema(v, root));
  if (rest.const !== undefined) return { ...result, ...geminiConst(rest.const) };
  if (rest.enum) result.enum = rest.enum.map(String);
  if (items) result.items = geminiSchema(items, root);
  if (properties) {
    result.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, geminiSchema(property, root)]),
    );
    if (required?.length) result.required = required;
  }
  return result;
}

/** Only strings may be enumerated. */
function geminiConst(value: unknown): JsonSchema {
  return typeof value === "string" ? { type: "string", enum: [value] } : { type: typeof value };
}

/** Bounds that Gemini understands; those of a plain integer say nothing and are too large for it. */
function numbers({ minimum, maximum, minItems, maxItems, minLength, maxLength }: JsonSchema): JsonSchema {
  return {
    ...(minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

function needsRecord(schema: JsonSchema, root: JsonSchema): boolean {
  return Object.values(schema.properties ?? {}).some((property) => {
    const resolved = resolveRef(property, root);
    return resolved.type === "object" && isEmpty(resolved);
  });
}

function isEmpty(schema: JsonSchema): boolean {
  return Object.keys(schema.properties ?? {}).length === 0;
}
