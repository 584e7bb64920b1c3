import type * as z from "zod";
import { alternatives, discriminator, type JsonSchema, jsonSchema, resolveRef } from "./json-schema.ts";

/** One line of an argument table. Nested fields follow the field they belong to, one level deeper. */
export interface Field {
  name: string;
  /** 0 for an argument itself. */
  depth: number;
  /** In words: `string`, `list of string`, `PERSONNAGE | LIEU`. */
  type: string;
  required: boolean;
  description: string;
}

/** The fields of a schema, nested ones included, in its order; those of the items when it is a list. */
export function fieldsOf(type: z.ZodType): Field[] {
  const root = jsonSchema(type);
  return nestedFields(root, root, 0);
}

/** A whole schema in words: `object`, `list of object`, `object or null`. */
export function kindOf(type: z.ZodType): string {
  const root = jsonSchema(type);
  return typeInWords(root, root);
}

function propertyFields(schema: JsonSchema, root: JsonSchema, depth: number): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const resolved = resolveRef(property, root);
    const field: Field = {
      name,
      depth,
      type: typeInWords(resolved, root),
      required: schema.required?.includes(name) ?? false,
      description: resolved.description ?? "",
    };
    return [field, ...nestedFields(resolved, root, depth + 1)];
  });
}

function nestedFields(schema: JsonSchema, root: JsonSchema, depth: number): Field[] {
  if (schema.items) return nestedFields(resolveRef(schema.items, root), root, depth);
  const variants = alternatives(schema);
  if (!variants) return propertyFields(schema, root, depth);
  return variants.flatMap((variant) => {
    const resolved = resolveRef(variant, root);
    const name = discriminator(resolved);
    if (name === undefined) return nestedFields(resolved, root, depth);
    return [{ name, depth, type: signature(resolved, root), required: false, description: resolved.description ?? "" }];
  });
}

/** The properties of one alternative of a union, in one line; what its name says already is left out. */
function signature(schema: JsonSchema, root: JsonSchema): string {
  const properties = Object.entries(schema.properties ?? {}).filter(([, property]) => property.const === undefined);
  const parts = properties.map(([name, property]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    return `${name}${optional}: ${typeInWords(resolveRef(property, root), root)}`;
  });
  return parts.length > 0 ? `{ ${parts.join(", ")} }` : "{}";
}

function typeInWords(schema: JsonSchema, root: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join(" | ");
  const variants = alternatives(schema);
  if (variants) return unionInWords(variants, root);
  if (schema.type === "array") return `list of ${typeInWords(resolveRef(schema.items ?? {}, root), root)}`;
  if (schema.type === "integer" || schema.type === "number") return `${schema.type}${range(schema)}`;
  if (schema.type === "object" && !schema.properties) return "object of typed values";
  return [schema.type ?? "any"].flat().join(" or ");
}

function unionInWords(variants: JsonSchema[], root: JsonSchema): string {
  const resolved = variants.map((variant) => resolveRef(variant, root));
  if (resolved.every((variant) => discriminator(variant) !== undefined)) return "typed object";
  const several = resolved.filter((variant) => variant.type !== "null").length > 1;
  return resolved
    .map((variant) => (several && variant.properties ? signature(variant, root) : typeInWords(variant, root)))
    .join(" or ");
}

function range({ minimum, maximum }: JsonSchema): string {
  // Zod bounds every integer by what JavaScript can hold exactly, which tells a reader nothing.
  const low = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const high = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (low === undefined && high === undefined) return "";
  if (high === undefined) return ` ≥ ${low}`;
  return low === undefined ? ` ≤ ${high}` : ` ${low}–${high}`;
}
