type Schema = Record<string, unknown>;

/** Whose reading of JSON Schema an endpoint follows. */
export type SchemaDialect = "openai" | "gemini" | "anthropic";

// Keywords a vendor's structured output turns down with a 400. Zod still checks them on the answer.
const REFUSED: Record<SchemaDialect, readonly string[]> = {
  openai: ["default", "propertyNames", "$schema"],
  gemini: [
    "$schema",
    "additionalProperties",
    "propertyNames",
    "default",
    "pattern",
    "exclusiveMinimum",
    "exclusiveMaximum",
  ],
  anthropic: [
    "$schema",
    "default",
    "propertyNames",
    "pattern",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
  ],
};

// How deep a recursive schema is unrolled for a dialect without references.
const UNROLL = 3;

/**
 * A schema in a vendor's dialect. `undefined` when the dialect cannot say it: Anthropic has neither open records nor
 * recursion, so such a question goes to it as plain text with the schema in the prompt.
 */
export function cleanSchema(schema: Schema, dialect: SchemaDialect): Schema | undefined {
  const recursive = "$defs" in schema;
  if (dialect === "anthropic" && (recursive || hasOpenRecord(schema))) return undefined;
  const defs = (schema.$defs ?? {}) as Record<string, Schema>;
  const flat = dialect === "gemini" && recursive ? unroll(schema, defs) : schema;
  return clean(flat, dialect) as Schema;
}

/** Whether OpenAI's strict mode takes a schema: every property required, no open record, no recursion through one. */
export function isStrict(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.every(isStrict);
  if (typeof schema !== "object" || schema === null) return true;
  const node = schema as Schema;
  if (node.type === "object") {
    if (node.additionalProperties !== false) return false;
    const required = new Set((node.required ?? []) as string[]);
    if (Object.keys((node.properties ?? {}) as Schema).some((key) => !required.has(key))) return false;
  }
  return Object.values(node).every(isStrict);
}

function hasOpenRecord(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(hasOpenRecord);
  if (typeof schema !== "object" || schema === null) return false;
  const node = schema as Schema;
  if (typeof node.additionalProperties === "object" || (node.type === "object" && !("properties" in node))) return true;
  return Object.values(node).some(hasOpenRecord);
}

function clean(schema: unknown, dialect: SchemaDialect): unknown {
  if (Array.isArray(schema)) return schema.map((part) => clean(part, dialect));
  if (typeof schema !== "object" || schema === null) return schema;
  const out: Schema = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === "properties" || key === "$defs") {
      out[key] = Object.fromEntries(
        Object.entries(value as Schema).map(([name, part]) => [name, clean(part, dialect)]),
      );
    } else if (key === "oneOf") out.anyOf = clean(value, dialect);
    // Gemini knows a literal only as an enum of one.
    else if (key === "const" && dialect === "gemini") out.enum = [value];
    else if (!REFUSED[dialect].includes(key)) out[key] = clean(value, dialect);
  }
  if (dialect === "anthropic" && out.type === "object") out.additionalProperties = false;
  return out;
}

function unroll(schema: unknown, defs: Record<string, Schema>, depth = 0): unknown {
  if (Array.isArray(schema))
    return schema.map((part) => unroll(part, defs, depth)).filter((part) => part !== undefined);
  if (typeof schema !== "object" || schema === null) return schema;
  const node = schema as Schema;
  if (typeof node.$ref === "string") {
    const target = defs[node.$ref.replace("#/$defs/", "")];
    return target && depth < UNROLL ? unroll(target, defs, depth + 1) : { type: "object" };
  }
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key !== "$defs")
      .map(([key, value]) => [key, unroll(value, defs, depth)]),
  );
}
