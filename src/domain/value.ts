import * as z from "zod";

/** The deepest COMPOSITE that a fact may hold; a COMPOSITE of plain fields has depth 1. */
const MAX_VALUE_DEPTH = 8;

/** What an attribute can be worth. An ENTITY_SET is a set: order and repeats do not matter. */
export type AttributValue =
  | { type: "STRING"; value: string }
  | { type: "NUMBER"; value: number }
  | { type: "BOOLEAN"; value: boolean }
  | { type: "ENTITY_REF"; id: string }
  | { type: "ENTITY_SET"; ids: string[] }
  | { type: "ENUM"; value: string; enumType: string }
  | { type: "COMPOSITE"; fields: Record<string, AttributValue> };

export const VALUE_TYPES = ["STRING", "NUMBER", "BOOLEAN", "ENTITY_REF", "ENTITY_SET", "ENUM", "COMPOSITE"] as const;

let memo: z.ZodType<AttributValue> | undefined;

/** Schema of an attribute value; built on first use, since most calls need none. */
export function valueSchema(): z.ZodType<AttributValue> {
  memo ??= z
    .discriminatedUnion("type", plainValues(z.lazy(() => anyValue())))
    .superRefine((value, context) => {
      if (valueDepth(value as AttributValue) > MAX_VALUE_DEPTH)
        context.addIssue({ code: "custom", message: `a COMPOSITE may be at most ${MAX_VALUE_DEPTH} levels deep` });
    })
    .describe(
      "A typed value, for example {type:STRING, value:capitaine} or {type:ENTITY_REF, id:ent_…}",
    ) as z.ZodType<AttributValue>;
  return memo;
}

let nested: z.ZodType<AttributValue> | undefined;
function anyValue(): z.ZodType<AttributValue> {
  nested ??= z.discriminatedUnion("type", plainValues(z.lazy(() => anyValue()))) as z.ZodType<AttributValue>;
  return nested;
}

function plainValues(field: z.ZodType<AttributValue>) {
  return [
    z.strictObject({ type: z.literal("STRING"), value: z.string() }),
    z.strictObject({ type: z.literal("NUMBER"), value: z.number() }),
    z.strictObject({ type: z.literal("BOOLEAN"), value: z.boolean() }),
    z.strictObject({ type: z.literal("ENTITY_REF"), id: z.string().min(1) }),
    z.strictObject({ type: z.literal("ENTITY_SET"), ids: z.array(z.string().min(1)) }),
    z.strictObject({ type: z.literal("ENUM"), value: z.string(), enumType: z.string().min(1) }),
    z.strictObject({ type: z.literal("COMPOSITE"), fields: z.record(z.string().min(1), field) }),
  ] as const;
}

/** Levels of COMPOSITE in a value: 0 for any other type. */
function valueDepth(value: AttributValue): number {
  if (value.type !== "COMPOSITE") return 0;
  let deepest = 0;
  for (const field of Object.values(value.fields)) deepest = Math.max(deepest, valueDepth(field));
  return deepest + 1;
}

/** One text for each distinct value: field order of a COMPOSITE, order and repeats of an ENTITY_SET do not matter. */
export function canonicalValue(value: AttributValue): string {
  return JSON.stringify(canonical(value));
}

function canonical(value: AttributValue): unknown {
  switch (value.type) {
    case "ENTITY_SET":
      return ["ENTITY_SET", [...new Set(value.ids)].sort()];
    case "COMPOSITE":
      return [
        "COMPOSITE",
        Object.entries(value.fields)
          .map(([name, field]): [string, unknown] => [name.normalize("NFC"), canonical(field)])
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      ];
    case "ENTITY_REF":
      return ["ENTITY_REF", value.id];
    case "ENUM":
      return ["ENUM", value.enumType.normalize("NFC"), value.value.normalize("NFC")];
    case "STRING":
      return ["STRING", value.value.normalize("NFC")];
    case "NUMBER":
      // -0 and 0 are one number.
      return ["NUMBER", value.value === 0 ? 0 : value.value];
    case "BOOLEAN":
      return ["BOOLEAN", value.value];
  }
}

export function sameValue(a: AttributValue, b: AttributValue): boolean {
  return canonicalValue(a) === canonicalValue(b);
}

/** Every entity id inside a value, each once, in order of appearance. */
export function referencedEntities(value: AttributValue): string[] {
  const found = new Set<string>();
  const walk = (v: AttributValue): void => {
    if (v.type === "ENTITY_REF") found.add(v.id);
    else if (v.type === "ENTITY_SET") for (const id of v.ids) found.add(id);
    else if (v.type === "COMPOSITE") for (const field of Object.values(v.fields)) walk(field);
  };
  walk(value);
  return [...found];
}

/** A value in a few words, for messages and prompts. */
export function describeValue(value: AttributValue): string {
  switch (value.type) {
    case "STRING":
    case "ENUM":
      return JSON.stringify(value.value);
    case "NUMBER":
    case "BOOLEAN":
      return String(value.value);
    case "ENTITY_REF":
      return value.id;
    case "ENTITY_SET":
      return `{${value.ids.join(", ")}}`;
    case "COMPOSITE":
      return `{${Object.entries(value.fields)
        .map(([name, field]) => `${name}: ${describeValue(field)}`)
        .join(", ")}}`;
  }
}
