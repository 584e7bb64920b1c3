import { expect } from "chai";
import type { Entity } from "../../src/domain/entity.ts";
import type { NameResolution } from "../../src/domain/gate.ts";
import { around, secondOpinion } from "../../src/resolver/second-opinion.ts";
import { modellessRouter, scriptedRouter } from "../router/scripted.ts";

const entity = (entityId: string, name: string): Entity => ({
  entityId,
  type: "PERSONNAGE",
  name,
  description: "d".repeat(10_000),
  aliases: [],
  tags: [],
  createdAt: 0,
});
const recent = Array.from({ length: 500 }, (_, n) => entity(`ent_${n}`, `Nom ${n}`));
const reads = { recentEntities: async (limit: number) => recent.slice(0, limit) };
const unknown = (noun: string): NameResolution => ({ noun, kind: "no-match", candidates: [] });
const borne: NameResolution = {
  noun: "le capitaine",
  kind: "ambiguous",
  candidates: ["ent_a", "ent_b"].map((entityId) => ({
    entityId,
    canonicalName: `Capitaine ${entityId}`,
    type: "PERSONNAGE",
    confidence: 0.95,
  })),
};
const needs = (router: Parameters<typeof secondOpinion>[0]["router"]) => ({ router, reads, topK: 20, language: "fr" });

describe("the second opinion on a narration", () => {
  it("is one question, about all names at once", async () => {
    const { router, requests } = scriptedRouter([
      JSON.stringify([
        { noun: "Cassius", verdict: "unknown", reasoning: "jamais vu" },
        { noun: "nom treis", verdict: "typo", suggestion: "ent_3", confidence: 0.8 },
      ]),
    ]);
    const told = await secondOpinion(needs(router), "Cassius salua Nom Treis.", [
      unknown("Cassius"),
      unknown("Nom Treis"),
    ]);
    expect(told).to.deep.equal({
      unavailable: false,
      opinions: [
        { noun: "Cassius", verdict: "unknown", reasoning: "jamais vu" },
        { noun: "Nom Treis", verdict: "typo", suggestion: "ent_3", canonicalName: "Nom 3", confidence: 0.8 },
      ],
    });
    expect(requests).to.have.length(1);
  });

  it("reads an object with verdicts as well as a bare list", async () => {
    const { router } = scriptedRouter([JSON.stringify({ verdicts: [{ noun: "Cassius", verdict: "unknown" }] })]);
    const told = await secondOpinion(needs(router), "Cassius", [unknown("Cassius")]);
    expect(told.opinions).to.deep.equal([{ noun: "Cassius", verdict: "unknown" }]);
  });

  it("drops ids it was not shown, names it was not asked about and verdicts it cannot read", async () => {
    const { router } = scriptedRouter([
      JSON.stringify([
        { noun: "Cassius", verdict: "typo", suggestion: "ent_made_up" },
        { noun: "Zorvane", verdict: "typo", suggestion: "ent_400" },
        { noun: "Ghost", verdict: "unknown" },
        { noun: "Brisa", verdict: "maybe" },
        { noun: "Orso", verdict: "typo" },
      ]),
    ]);
    const asked = ["Cassius", "Zorvane", "Brisa", "Orso"].map(unknown);
    expect(await secondOpinion(needs(router), "…", asked)).to.deep.equal({ opinions: [], unavailable: false });
  });

  it("may settle a name borne by several on one of its bearers, and on nobody else", async () => {
    const settle = async (suggestion: string) => {
      const { router } = scriptedRouter([JSON.stringify([{ noun: "le capitaine", verdict: "typo", suggestion }])]);
      return (await secondOpinion(needs(router), "…", [borne])).opinions;
    };
    expect(await settle("ent_b")).to.have.nested.property("[0].canonicalName", "Capitaine ent_b");
    expect(await settle("ent_3")).to.deep.equal([]);
  });

  it("sends a prompt of bounded size, whatever the narration and the canon", async () => {
    const { router, requests } = scriptedRouter(["[]"]);
    const names = Array.from({ length: 3000 }, (_, n) => unknown(`Inconnu ${n} ${"x".repeat(300)}`));
    await secondOpinion(needs(router), names.map(({ noun }) => noun).join(". "), names);
    expect(requests[0]?.user.length).to.be.within(3000, 40_000);
  });

  it("shows the surroundings of the names when a narration is long", () => {
    const text = around(`${"La pluie tombe. ".repeat(2000)}Puis Cassius salua Zorvane.`, [unknown("Zorvane")]);
    expect(text).to.include("Cassius salua Zorvane").and.have.length.of.at.most(3001);
  });

  it("is unavailable after two answers without form, without a model, and never throws", async () => {
    for (const nonsense of ["no", '{"verdicts":"none"}', "[1,2]"]) {
      const { router, requests } = scriptedRouter([nonsense]);
      const told = await secondOpinion(needs(router), "Cassius", [unknown("Cassius")]);
      expect(told).to.deep.equal({ opinions: [], unavailable: true, providerCode: "MALFORMED" });
      expect(requests).to.have.length(2);
    }
    expect(await secondOpinion(needs(modellessRouter()), "x", [unknown("x")])).to.include({
      unavailable: true,
      providerCode: "NOT_CONFIGURED",
    });
    const broken = {
      ...needs(scriptedRouter(["[]"]).router),
      reads: { recentEntities: () => Promise.reject(new Error()) },
    };
    expect(await secondOpinion(broken, "x", [unknown("x")])).to.include({ unavailable: true });
  });

  it("tells the debug log of a failure that is no service's", async () => {
    const logged: Record<string, unknown>[] = [];
    const log = (event: Record<string, unknown>) => logged.push(event);
    const reads = { recentEntities: () => Promise.reject(new TypeError("a slip of ours")) };
    await secondOpinion({ ...needs(scriptedRouter(["[]"]).router), reads, log }, "x", [unknown("x")]);
    expect(logged.map(({ event, message }) => [event, message])).to.deep.equal([
      ["second-opinion.failed", "a slip of ours"],
    ]);
    await secondOpinion({ ...needs(scriptedRouter(["no"]).router), log }, "x", [unknown("x")]);
    expect(logged).to.have.length(1);
  });

  it("is not asked when every name is known or near to one", async () => {
    const { router, requests } = scriptedRouter(["[]"]);
    const near: NameResolution = { noun: "Aldwyn", kind: "below-threshold", candidates: [] };
    expect(await secondOpinion(needs(router), "…", [near])).to.deep.equal({ opinions: [], unavailable: false });
    expect(requests).to.have.length(0);
  });
});
