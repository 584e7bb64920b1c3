import type { ErrorObject } from "ajv";

/** JSON's name of a value's type, telling whole numbers apart. */
export function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** The field an error is about: `title`, `taskIds[0]`, `summaries.plan`. */
export function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  if (error.keyword === "required") path.push(String(error.params.missingProperty));
  if (error.keyword === "additionalProperties") path.push(String(error.params.additionalProperty));
  if (error.keyword === "unevaluatedProperties") path.push(String(error.params.unevaluatedProperty));
  if (path.length === 0) return "payload";
  return path.map((part, index) => (index === 0 ? part : /^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join("");
}

/** What is wrong, in the words callers look for. */
export function sentence(error: ErrorObject): string {
  const params = error.params;
  switch (error.keyword) {
    case "required":
      return "missing required field";
    case "type":
      return `expected ${[params.type].flat().join("|")}, got ${typeName(error.data)}`;
    case "enum":
      return notIn(error.data, params.allowedValues);
    case "const":
      return notIn(error.data, [params.allowedValue]);
    case "additionalProperties":
    case "unevaluatedProperties":
      return "undeclared field";
    case "minimum":
      return `value ${error.data} is below minimum ${params.limit}`;
    case "maximum":
      return `value ${error.data} is above maximum ${params.limit}`;
    case "format":
      return `value ${shown(error.data)} is not a valid ${params.format}`;
    default:
      return error.message ?? "not valid";
  }
}

/** The sentence for a value outside a closed set. */
export function notIn(value: unknown, allowed: readonly unknown[]): string {
  return `value ${shown(value)} not in [${allowed.map((each) => (typeof each === "string" ? each : shown(each))).join(", ")}]`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function unescapePointer(part: string): string {
  return part.replaceAll("~1", "/").replaceAll("~0", "~");
}
