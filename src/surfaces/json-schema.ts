import * as z from "zod";

/** The part of JSON Schema (2020-12) that the operations' inputs use. */
export interface JsonSchema {
  type?: string | string[];
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

/** A Zod schema as JSON Schema: what a caller may send, before defaults are filled in, and what a caller gets. */
export function jsonSchema(type: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io: "input", reused: "ref" });
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

/** What tells the alternatives of a union apart: `STRING` of `{type: "STRING", …}`, `exists: false` of `{exists: false}`. */
export function discriminator(schema: JsonSchema): string | undefined {
  const [name, property] = Object.entries(schema.properties ?? {}).find(([, one]) => one.const !== undefined) ?? [];
  if (!property) return undefined;
  return name === "type" ? String(property.const) : `${name}: ${property.const}`;
}
