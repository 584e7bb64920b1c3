import { expect } from "chai";
import { toolName } from "../../src/operations/define.ts";
import { operations } from "../../src/operations/index.ts";
import type { JsonSchema } from "../../src/surfaces/json-schema.ts";
import { anthropicTools, geminiTools, openaiTools } from "../../src/surfaces/tools.ts";

const NAMES = operations
  .filter(({ surfaces }) => (surfaces as readonly string[]).includes("tool"))
  .map((operation) => toolName(operation));

/** Every schema inside a schema, itself included. */
function* schemasIn(schema: JsonSchema): Generator<JsonSchema> {
  yield schema;
  const { properties = {}, $defs = {}, items, additionalProperties, oneOf = [], anyOf = [] } = schema;
  const nested = [...Object.values(properties), ...Object.values($defs), ...oneOf, ...anyOf];
  if (items) nested.push(items);
  if (typeof additionalProperties === "object") nested.push(additionalProperties);
  for (const one of nested) yield* schemasIn(one);
}

describe("Tools for models", () => {
  it("are the eleven operations a model may call, under names every vendor accepts", () => {
    expect(NAMES).to.have.lengthOf(11);
    expect(anthropicTools().map(({ name }) => name)).to.deep.equal(NAMES);
    expect(openaiTools().map((tool) => tool.function.name)).to.deep.equal(NAMES);
    expect(geminiTools().flatMap((tool) => tool.functionDeclarations.map(({ name }) => name))).to.deep.equal(NAMES);
    for (const name of NAMES) expect(name).to.match(/^[a-z_]{1,64}$/);
  });

  it("say what they are for in at most 1,024 characters, the shortest limit of the vendors", () => {
    for (const { description } of anthropicTools()) expect(description.length).to.be.within(40, 1024);
  });

  it("have objects as input whose references lead somewhere", () => {
    const roots = [
      ...anthropicTools().map((tool) => tool.input_schema as JsonSchema),
      ...openaiTools().map((tool) => tool.function.parameters),
    ];
    for (const root of roots) {
      expect(root.type).to.equal("object");
      expect(root).to.not.have.any.keys("$schema", "oneOf", "anyOf");
      for (const { $ref } of schemasIn(root))
        if ($ref !== undefined) expect(root.$defs).to.have.property($ref.replace("#/$defs/", ""));
    }
  });

  it("stay inside the subset that Gemini reads", () => {
    const allowed = new Set(
      "type description properties required items enum anyOf minimum maximum minItems maxItems minLength maxLength".split(
        " ",
      ),
    );
    for (const { parameters } of geminiTools()[0]?.functionDeclarations ?? []) {
      if (!parameters) continue;
      for (const schema of schemasIn(parameters)) {
        for (const key of Object.keys(schema)) expect(allowed.has(key), key).to.equal(true);
        if (schema.enum) expect(schema.type).to.equal("string");
        if (schema.type === "object") expect(Object.keys(schema.properties ?? {})).to.not.have.lengthOf(0);
        if (schema.type === "array") expect(schema).to.have.property("items");
        if (!schema.anyOf) expect(schema.type).to.be.a("string");
        for (const name of schema.required ?? []) expect(schema.properties).to.have.property(name);
      }
    }
  });

  it("offer Gemini every kind of value it can say", () => {
    const declaration = geminiTools()[0]?.functionDeclarations.find(({ name }) => name === "sneq__register_fact");
    const kinds = declaration?.parameters?.properties?.value?.anyOf?.map((one) => one.properties?.type?.enum?.[0]);
    expect(kinds).to.deep.equal(["STRING", "NUMBER", "BOOLEAN", "ENTITY_REF", "ENTITY_SET", "ENUM"]);
  });
});
