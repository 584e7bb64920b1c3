import { isJsonRecord, type JsonRecord, ownField } from "../model/entities.ts";

/** How many references or alternatives deep a closed value set may lie; a circular schema ends here. */
const DEPTH = 8;

/** The schema of another file, by the address a reference gives it. */
type Open = (address: string) => JsonRecord;

/**
 * The closed value sets of a schema's text fields, in schema order, whether stated in place, by a reference within
 * the schema or to another file, or as alternatives.
 */
export function declaredEnums(schema: JsonRecord, open: Open): Map<string, readonly string[]> {
  const enums = new Map<string, readonly string[]>();
  const properties = ownField(schema, "properties");
  if (!isJsonRecord(properties)) return enums;
  for (const [field, property] of Object.entries(properties)) {
    const values = valuesOf({ schema, place: property }, open, DEPTH);
    if (values !== undefined) enums.set(field, values);
  }
  return enums;
}

/** A part of a schema, with the schema that its own references start from. */
interface Part {
  schema: JsonRecord;
  place: unknown;
}

function valuesOf({ schema, place }: Part, open: Open, depth: number): string[] | undefined {
  if (!isJsonRecord(place) || depth === 0) return undefined;
  const values = ownField(place, "enum");
  if (Array.isArray(values)) return values.filter((value) => typeof value === "string");
  const constant = ownField(place, "const");
  if (typeof constant === "string") return [constant];
  const reference = ownField(place, "$ref");
  if (typeof reference === "string") return valuesOf(resolve(schema, reference, open), open, depth - 1);
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = ownField(place, keyword);
    if (!Array.isArray(parts)) continue;
    const found = parts
      .map((part) => valuesOf({ schema, place: part }, open, depth - 1))
      .filter((part) => part !== undefined);
    if (found.length > 0) return [...new Set(found.flat())];
  }
  return undefined;
}

/** What a reference points at: `#/definitions/status`, `common.schema.json#/definitions/status`. */
function resolve(schema: JsonRecord, reference: string, open: Open): Part {
  const [address = "", pointer = ""] = reference.split("#");
  const from = address === "" ? schema : open(address);
  let place: unknown = from;
  for (const part of pointer.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    place = isJsonRecord(place) ? ownField(place, key) : undefined;
  }
  return { schema: from, place };
}
