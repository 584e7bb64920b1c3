import { expect } from "chai";
import { z } from "zod";
import { valueSchema } from "../../src/domain/value.ts";
import { cleanSchema, isStrict } from "../../src/router/schema-dialects.ts";
import { jsonSchemaOf } from "../../src/router/structured.ts";

/** Every key of every schema inside a schema, but not the names of properties. */
function keywords(schema: unknown): Set<string> {
  const found = new Set<string>();
  const walk = (node: unknown, names: boolean): void => {
    if (Array.isArray(node)) for (const part of node) walk(part, false);
    else if (typeof node === "object" && node !== null)
      for (const [key, value] of Object.entries(node)) {
        if (!names) found.add(key);
        walk(value, !names && (key === "properties" || key === "$defs"));
      }
  };
  walk(schema, false);
  return found;
}

const flat = jsonSchemaOf(
  z.strictObject({
    kind: z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("A"), size: z.number().min(0).max(1) }),
      z.strictObject({ type: z.literal("B"), name: z.string().min(1).max(9).regex(/x/) }),
    ]),
    pattern: z.array(z.string()).max(3),
  }),
);
const recursive = jsonSchemaOf(z.strictObject({ value: valueSchema() }));

describe("a schema in a vendor's dialect", () => {
  it("has none of the words that Gemini refuses, recursion unrolled", () => {
    for (const schema of [flat, recursive]) {
      const words = keywords(cleanSchema(schema, "gemini"));
      for (const word of [
        "$schema",
        "additionalProperties",
        "$ref",
        "$defs",
        "const",
        "oneOf",
        "propertyNames",
        "pattern",
      ])
        expect(words).not.to.include(word);
    }
    expect(JSON.stringify(cleanSchema(recursive, "gemini"))).to.include("COMPOSITE");
  });

  it("has none of the bounds that Anthropic refuses, and closes every object", () => {
    const cleaned = cleanSchema(flat, "anthropic");
    for (const word of ["minimum", "maximum", "minLength", "maxLength", "maxItems", "pattern", "oneOf"])
      expect(keywords(cleaned)).not.to.include(word);
    expect(cleaned).to.have.property("additionalProperties", false);
  });

  it("is none for Anthropic when the schema is recursive", () => {
    expect(cleanSchema(recursive, "anthropic")).to.equal(undefined);
  });

  it("keeps a property that is called like a keyword", () => {
    for (const dialect of ["openai", "gemini", "anthropic"] as const)
      expect(cleanSchema(flat, dialect)).to.have.nested.property("properties.pattern.type", "array");
  });

  it("is strict for OpenAI when every property is required and no record is open", () => {
    expect(isStrict(cleanSchema(flat, "openai"))).to.equal(true);
    expect(isStrict(cleanSchema(recursive, "openai"))).to.equal(false);
    expect(isStrict(jsonSchemaOf(z.strictObject({ a: z.string().optional() })))).to.equal(false);
  });
});
