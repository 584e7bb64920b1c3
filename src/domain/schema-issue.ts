import type * as z from "zod";

/**
 * What a schema found wrong, in the words of somebody who has to mend it: what is wanted, then what was given. Undefined for
 * what the schema library says well enough. Meant as the `error` of a parse; a schema's own messages go before it.
 */
export function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  const absent = issue.input === undefined && (issue.path?.length ?? 0) > 0;
  switch (issue.code) {
    case "invalid_type": {
      const wanted = named(issue.expected);
      return absent ? `is required (${wanted})` : `must be ${withArticle(wanted)}, not ${whatIs(issue.input)}`;
    }
    case "invalid_value": {
      const allowed = issue.values.map(String).join(", ");
      const one = issue.values.length > 1 ? "one of " : "";
      return absent ? `is required, ${one}${allowed}` : `must be ${one}${allowed}`;
    }
    case "invalid_union":
      return ofUnion(issue);
    case "too_small":
      return tooSmall(issue);
    case "too_big":
      return issue.origin === "string" || issue.origin === "array"
        ? `must hold at most ${issue.maximum} ${units(issue)}`
        : `must be ${issue.inclusive === false ? "below" : "at most"} ${issue.maximum}`;
    case "unrecognized_keys":
      return `unknown key ${issue.keys.map((key: string) => JSON.stringify(key)).join(", ")}`;
    default:
      return undefined;
  }
}

function tooSmall(issue: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (issue.origin !== "string" && issue.origin !== "array")
    return `must be ${issue.inclusive === false ? "above" : "at least"} ${issue.minimum}`;
  return Number(issue.minimum) === 1 ? "must not be empty" : `must hold at least ${issue.minimum} ${units(issue)}`;
}

function units({ origin }: { origin: string }): string {
  return origin === "string" ? "characters" : "items";
}

/** A union told apart by one key names that key's values; of any other it is only known that none fits. */
function ofUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { discriminator, options, input } = issue as { discriminator?: string; options?: unknown[]; input?: unknown };
  if (discriminator === undefined || options === undefined) return "has none of the forms that are allowed here";
  const given = (input as Record<string, unknown> | undefined)?.[discriminator];
  return `${given === undefined ? "is required," : "must be"} one of ${options.map(String).join(", ")}`;
}

/** The schema library's name of a type as a word of JSON. */
function named(type: string): string {
  return type === "record" ? "object" : type === "int" ? "integer" : type;
}

function withArticle(noun: string): string {
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`;
}

function whatIs(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "number") return withArticle(typeof value);
  return Number.isFinite(value) && !Number.isInteger(value)
    ? "a fraction"
    : Number.isInteger(value)
      ? "a number"
      : String(value);
}
