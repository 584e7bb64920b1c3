import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { NarrationGate } from "../../../src/plugin.ts";
import { gateContract } from "../../../src/testing.ts";
// @ts-expect-error: a plugin in plain JavaScript, as most will be.
import { gate } from "../gate.js";

const example = gate as NarrationGate;
const contextOf = (...languages: string[]) =>
  ({ languages: languages.map((language) => ({ language })) }) as unknown as Parameters<NarrationGate["validate"]>[1];

describe("the example gate", () => {
  for (const { name, run } of gateContract(example, { narrations: ["Le train\nentre en gare ; les trains aussi."] }))
    it(name, run);

  it("reports each forbidden word of the campaign's languages, with its places and a word instead", async () => {
    const narration = "Le Train siffle.\nDeux trains, un entraînement.";
    const { ok, issues } = await example.validate({ narration }, contextOf("fr"), async () => ({
      ok: true,
      extractedNames: [],
      issues: [],
    }));
    expect(ok).to.equal(false);
    expect(issues).to.deep.equal([
      {
        noun: "train",
        kind: "no-match",
        suggestions: [],
        message: "train does not exist in this world; chariot does.",
        occurrences: [
          { start: 3, end: 8, line: 1, column: 4 },
          { start: 22, end: 28, line: 2, column: 6 },
        ],
        next: [{ action: "write", replacement: "chariot" }],
      },
    ]);
  });

  it("reports a word that two languages share once, in the first of them", async () => {
    const { issues } = await example.validate({ narration: "Train, gun." }, contextOf("fr", "en"), async () => ({
      ok: true,
      extractedNames: [],
      issues: [],
    }));
    expect(issues.map(({ noun, next }) => [noun, next])).to.have.deep.members([
      ["train", [{ action: "write", replacement: "chariot" }]],
      ["gun", [{ action: "write", replacement: "crossbow" }]],
    ]);
  });

  it("keeps what the gates below report, in the order of kinds", async () => {
    const drifted = { noun: "Aldwyn", kind: "below-threshold" as const, suggestions: [], occurrences: [] };
    const below = async () => ({ ok: false, extractedNames: ["Aldwyn"], issues: [drifted] });
    const { issues } = await example.validate({ narration: "A gun." }, contextOf("en"), below);
    expect(issues.map(({ noun }) => noun)).to.deep.equal(["gun", "Aldwyn"]);
  });

  it("shows in its README an issue it really makes", async () => {
    const shown = /```json\n(.+)\n```/.exec(readFileSync(new URL("../README.md", import.meta.url), "utf8"))?.[1] ?? "";
    const { issues } = await example.validate({ narration: "Le train." }, contextOf("fr"), async () => ({
      ok: true,
      extractedNames: [],
      issues: [],
    }));
    expect(JSON.parse(shown)).to.deep.equal(issues[0]);
  });
});
