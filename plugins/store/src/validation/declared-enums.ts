import { isJsonRecord, type JsonRecord, ownField } from "../model/entities.ts";

/** How many references or alternatives deep a closed value set may lie; a circular schema ends here. */
const DEPTH = 8;

/**
 * The closed value sets of a schema's text fields, in schema order, whether stated in place, by a reference within
 * the schema, or as alternatives.
 */
export function declaredEnums(schema: JsonRecord): Map<string, readonly string[]> {
  const enums = new Map<string, readonly string[]>();
  const properties = ownField(schema, "properties");
  if (!isJsonRecord(properties)) return enums;
  for (const [field, property] of Object.entries(properties)) {
    const values = valuesOf(schema, property, DEPTH);
    if (values !== undefined) enums.set(field, values);
  }
  return enums;
}

function valuesOf(schema: JsonRecord, property: unknown, depth: number): string[] | undefined {
  if (!isJsonRecord(property) || depth === 0) return undefined;
  const values = ownField(property, "enum");
  if (Array.isArray(values)) return values.filter((value) => typeof value === "string");
  const constant = ownField(property, "const");
  if (typeof constant === "string") return [constant];
  const reference = ownField(property, "$ref");
  if (typeof reference === "string") return valuesOf(schema, resolve(schema, reference), depth - 1);
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = ownField(property, keyword);
    if (!Array.isArray(parts)) continue;
    const found = parts.map((part) => valuesOf(schema, part, depth - 1)).filter((part) => part !== undefined);
    if (found.length > 0) return [...new Set(found.flat())];
  }
  return undefined;
}

/** What a reference within the schema points at: `#/definitions/status`. */
function resolve(schema: JsonRecord, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let place: unknown = schema;
  for (const part of reference.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    place = isJsonRecord(place) ? ownField(place, key) : undefined;
  }
  return place;
}
