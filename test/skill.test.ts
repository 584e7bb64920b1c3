import { readFileSync } from "node:fs";
import { expect } from "chai";
import { operations } from "../src/operations/index.ts";
import { parseInput } from "../src/operations/invoke.ts";

describe("what the skill tells an agent to type", () => {
  const skill = readFileSync(new URL("../skills/sneq-engine/SKILL.md", import.meta.url), "utf8");
  const shown = [...skill.matchAll(/^([a-z]+-[a-z-]+) +(\{.*\})$/gm)].map(([, name, json]) => ({ name, json }));

  for (const { name, json } of shown)
    it(`${name} ${json}`, () => {
      const operation = operations.find((known) => known.name === name);
      expect(() => operation && parseInput(operation, JSON.parse(json ?? ""))).not.to.throw();
      expect(operation?.name).to.equal(name);
    });

  it("leaves out no command that takes something", () => {
    const taking = operations.filter((known) => Object.keys(known.input().shape).length > 0).map(({ name }) => name);
    expect([...new Set(shown.map(({ name }) => name))]).to.have.members(taking);
  });
});
