import { expect } from "chai";
import fc from "fast-check";
import { z } from "zod";
import { extractJson, readAnswer, repairInstruction } from "../../src/router/structured.ts";

const wrappings: ((json: string) => string)[] = [
  (json) => json,
  (json) => `\ufeff\n${json}\n`,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
  (json) => `Here is the answer:\n\n\`\`\`\n${json}\n\`\`\`\nTell me if you need more.`,
  (json) => `<think>Perhaps {"word":1}? No.</think>\n${json}`,
  (json) => `The answer is ${json} as the scene shows.`,
];
const structure = fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()));

describe("reading a model's answer", () => {
  it("finds the JSON under fences, thinking and prose", () => {
    fc.assert(
      fc.property(structure, fc.constantFrom(...wrappings), (value, wrap) => {
        const json = JSON.stringify(value);
        // A fence inside a string ends the fence around it for any reader.
        fc.pre(!json.includes("```") && !json.includes("</think"));
        expect(extractJson(wrap(json))).to.deep.equal(JSON.parse(json));
      }),
    );
  });

  it("takes any text without failing, and invents nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => {
        const found = extractJson(text);
        if (found !== undefined && found !== null) expect(text).to.match(/[[{]/);
      }),
    );
  });

  it("reads a long run of brackets in linear time", () => {
    expect(extractJson("{[".repeat(500_000))).to.equal(undefined);
    expect(extractJson("{}x".repeat(1))).to.deep.equal({});
  });

  it("reads a fence that is never closed, and any number of them, in linear time", () => {
    expect(extractJson(`\`\`\`json${" ".repeat(4_000_000)}`)).to.equal(undefined);
    expect(extractJson("```a ".repeat(800_000))).to.equal(undefined);
    expect(extractJson(`Here: \`\`\`json\n{"a":1}\n\`\`\` and \`\`\`${" ".repeat(1_000_000)}`)).to.deep.equal({ a: 1 });
  });

  it("says what is wrong with an answer, without repeating it whole", () => {
    const schema = z.strictObject({ word: z.string() });
    expect(readAnswer("", schema)).to.deep.equal({ ok: false, problem: "it was empty" });
    expect(readAnswer('{"word":', schema)).to.deep.equal({ ok: false, problem: "it holds no complete JSON" });
    expect(readAnswer('{"word":7}', schema)).to.have.property("problem").that.includes("word");
    expect(repairInstruction("it was cut", "x".repeat(50_000))).to.have.length.below(700);
  });
});
