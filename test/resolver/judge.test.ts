import { expect } from "chai";
import { askJudge } from "../../src/resolver/judge.ts";
import { failure } from "../../src/router/failure.ts";
import { modellessRouter, scriptedRouter } from "../router/scripted.ts";

const candidates = ["Aldric", "Brune"].map((name) => ({
  name,
  type: "PERSONNAGE" as const,
  description: `${name}, forgeron. `.repeat(200),
  aliases: ["le capitaine"],
}));
const question = { mention: "le capitaine", scene: { description: "La forge" }, candidates, language: "fr" };
const said = (matchedIndex: unknown) => JSON.stringify({ matchedIndex, confidence: 0.9, reasoning: "la scène" });

describe("the judge", () => {
  it("is shown the numbered candidates with type, description and aliases, and the scene", async () => {
    const { router, requests } = scriptedRouter([said(1)]);
    const verdict = await askJudge(router, question);
    expect(verdict).to.deep.equal({ index: 1, confidence: 0.9, reasoning: "la scène" });
    const [request] = requests;
    for (const word of ['"index":1', "Brune", "PERSONNAGE", "forgeron", "le capitaine", "La forge"])
      expect(request?.user).to.include(word);
    expect(request?.user.length).to.be.below(4000);
    expect(request?.maxTokens).to.be.at.most(1000);
    expect(request?.system).to.include("French");
  });

  for (const index of [2, -1, 1e9, null]) {
    it(`means none of them with index ${index}`, async () => {
      const { router } = scriptedRouter([said(index)]);
      expect(await askJudge(router, question)).to.include({ index: null, confidence: 0.9 });
    });
  }

  it("is asked once more after nonsense, and then makes no sense", async () => {
    const { router, requests } = scriptedRouter(["I think it is Brune"]);
    expect(await askJudge(router, question)).to.equal("malformed");
    expect(requests).to.have.length(2);
  });

  it("is taken at its second word", async () => {
    const { router } = scriptedRouter([said("one"), said(0)]);
    expect(await askJudge(router, question)).to.include({ index: 0 });
  });

  it("is unavailable, and does not throw, when its service fails", async () => {
    const { router } = scriptedRouter([failure("SERVER", "boom", { status: 500 })]);
    expect(await askJudge(router, question)).to.equal("unavailable");
  });

  it("tells the debug log of a failure that is no service's", async () => {
    const logged: Record<string, unknown>[] = [];
    const log = (event: Record<string, unknown>) => logged.push(event);
    const { router } = scriptedRouter([failure("SERVER", "boom", { status: 500 })]);
    await askJudge(router, question, log);
    expect(logged).to.deep.equal([]);
    const broken = { ...router, ask: () => Promise.reject(new TypeError("a slip of ours")) };
    expect(await askJudge(broken, question, log)).to.equal("unavailable");
    expect(logged.map(({ event, message }) => [event, message])).to.deep.equal([["judge.failed", "a slip of ours"]]);
  });

  it("is unavailable without a model, at no call", async () => {
    expect(await askJudge(modellessRouter(), question)).to.equal("unavailable");
  });
});
