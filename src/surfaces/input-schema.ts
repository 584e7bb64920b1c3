import * as z from "zod";

/** The part of JSON Schema (2020-12) that the operations' inputs use. */
export interface JsonSchema {
  type?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  oneOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
}

/** An operation's input as JSON Schema: what a caller may send, before defaults are filled in. */
export function inputSchema(operation: { input: () => z.ZodType }): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input(), { io: "input", reused: "ref" });
  return schema as JsonSchema;
}

/** Follows a `$ref` into the root's `$defs`; any other schema is returned as it is. */
export function resolveRef(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  const target = root.$defs?.[$ref.replace("#/$defs/", "")];
  if (!target) throw new Error(`a schema refers to ${$ref}, which does not exist`);
  return { ...resolveRef(target, root), ...beside };
}

/** The alternatives of a union, or `undefined` for any other schema. */
export function alternatives(schema: JsonSchema): JsonSchema[] | undefined {
  return schema.oneOf ?? schema.anyOf;
}

/** The value that tells the alternatives of a union apart, for example `STRING` of `{type: "STRING", …}`. */
export function discriminator(schema: JsonSchema): string | undefined {
  const value = schema.properties?.type?.const;
  return typeof value === "string" ? value : undefined;
}
