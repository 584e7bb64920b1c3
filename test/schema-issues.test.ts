import { expect } from "chai";
import { parseConfig } from "../src/config.ts";
import { type ErrorCode, SneqError } from "../src/errors.ts";
import { operations } from "../src/operations/index.ts";
import { parseInput } from "../src/operations/invoke.ts";

async function refusal(work: () => unknown): Promise<{ code: ErrorCode; message: string }> {
  try {
    await work();
  } catch (error) {
    if (SneqError.is(error)) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("What is wrong with an input", () => {
  const fact = { entityId: "ent_x", attributeKey: "age", value: { type: "NUMBER", value: 1 }, category: "ETAT" };
  const rule = { entityId: "ent_x", attributeKey: "age", justification: "" };
  const inputs: [operation: string, input: unknown, said: string][] = [
    ["lookup-entity", "Mira", "must be an object, not a string"],
    ["lookup-entity", {}, "mention: is required (string)"],
    ["lookup-entity", { mention: null }, "mention: must be a string, not null"],
    ["lookup-entity", { mention: ["Mira"] }, "mention: must be a string, not an array"],
    ["lookup-entity", { mention: "Mira", kind: 1 }, 'kind: unknown key "kind"'],
    ["suggest-existing", { mention: "Mira", type: "PERSON" }, "type: must be one of PERSONNAGE, LIEU"],
    ["suggest-existing", { mention: "Mira" }, "type: is required, one of PERSONNAGE, LIEU"],
    ["get-relevant-facts", { entityId: "ent_x", depth: 4 }, "depth: must be at most 3"],
    ["get-relevant-facts", { entityId: "ent_x", depth: -1 }, "depth: must be at least 0"],
    ["get-relevant-facts", { entityId: "ent_x", depth: 1.5 }, "depth: must be an integer, not a fraction"],
    ["get-entity", { entityId: "" }, "entityId: must not be empty"],
    ["init-campaign", { languages: Array(9).fill("fr") }, "languages: must hold at most 8 items"],
    ["register-fact", { ...fact, value: { value: 1 } }, "value.type: is required, one of STRING, NUMBER"],
    ["register-fact", { ...fact, value: { type: "INT", value: 1 } }, "value.type: must be one of STRING, NUMBER"],
    [
      "register-fact",
      { ...fact, value: { type: "NUMBER", value: Number.NaN } },
      "value.value: must be a number, not NaN",
    ],
    ["add-constraint", { ...rule, rule: { type: "DOIT_ETRE", valeurs: [] } }, "rule.valeurs: must not be empty"],
    [
      "add-constraint",
      { ...rule, rule: { type: "IMPLIQUE", condition: 3, consequence: "x" } },
      "rule.condition: has none of the forms that are allowed here",
    ],
  ];
  for (const [name, input, said] of inputs)
    it(`is said in plain words: ${said}`, async () => {
      const operation = operations.find((one) => one.name === name);
      if (!operation) throw new Error(`there is no ${name}`);
      const { code, message } = await refusal(() => parseInput(operation, input));
      expect(code).to.equal("VALIDATION_FAILED");
      expect(message).to.include(`${name}: ${said}`);
    });
});

describe("What is wrong with a configuration", () => {
  const model = (reference: object) => ({ tiers: { heavy: { primary: reference } } });
  const local = { provider: "openai-compatible", model: "m" };
  const configurations: [config: unknown, said: string][] = [
    [[], "must be an object, not an array"],
    [{ tier: {} }, 'unknown key "tier"'],
    [{ tiers: { heavy: {} } }, "tiers.heavy.primary: is required (object)"],
    [model({ ...local, temprature: 1 }), 'tiers.heavy.primary: unknown key "temprature"'],
    [model({ ...local, model: 3 }), "tiers.heavy.primary.model: must be a string, not a number"],
    [{ defaults: { timeoutMs: 0 } }, "defaults.timeoutMs: must be at least 1"],
    [{ defaults: { backoff: { strategy: "linear" } } }, "defaults.backoff.strategy: must be one of fixed, exponential"],
    [{ resolver: { tauHigh: 2 } }, "resolver.tauHigh: must be at most 1"],
    [{ validator: { languages: [] } }, "validator.languages: must not be empty"],
  ];
  for (const [config, said] of configurations)
    it(`is said in plain words: ${said}`, async () => {
      const { code, message } = await refusal(() => parseConfig(config, "sneq.json"));
      expect(code).to.equal("INVALID_ARGS");
      expect(message).to.equal(`The configuration sneq.json cannot be used: ${said}`);
    });
});
