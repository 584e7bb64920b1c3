import { expect } from "chai";
import { builtinGate } from "../../src/narration/gate.ts";
import { packOf } from "../../src/narration/packs.ts";
import type { GateContext, KnownName, LanguagePack, NameResolution, SecondOpinion } from "../../src/plugin.ts";

const ALDUIN: KnownName = { text: "Alduin", entityId: "ent_alduin", canonicalName: "Alduin", type: "PERSONNAGE" };
const FORGE: KnownName = {
  text: "La Forge de Valmure",
  entityId: "ent_forge",
  canonicalName: "La Forge de Valmure",
  type: "LIEU",
};
const candidate = ({ entityId, canonicalName, type }: KnownName, confidence: number) => ({
  entityId,
  canonicalName,
  type,
  confidence,
});

const RESOLVED: Record<string, Omit<NameResolution, "noun">> = {
  Alduin: { kind: "match", candidates: [candidate(ALDUIN, 0.95)] },
  Aldwyn: { kind: "below-threshold", candidates: [candidate(ALDUIN, 0.8)] },
  "Forge de Valmur": { kind: "below-threshold", candidates: [candidate(FORGE, 0.9)] },
  Corbeau: { kind: "ambiguous", candidates: [candidate(ALDUIN, 0.95), candidate(FORGE, 0.95)] },
};

interface Calls {
  resolve: string[][];
  opinion: string[][];
  heads: number;
}

/** A gate's context with a canon of two entities and a model that says what it is told to say. */
function context(model: SecondOpinion[] | "unavailable" = "unavailable"): { ctx: GateContext; calls: Calls } {
  const calls: Calls = { resolve: [], opinion: [], heads: 0 };
  const ctx: GateContext = {
    campaign: { id: "c", name: "c" },
    languages: ["fr", "en"].map((language) => packOf(language)).filter((pack): pack is LanguagePack => pack !== null),
    ignore: [],
    namesStartingWith: async (heads) => {
      calls.heads++;
      return [ALDUIN, FORGE].filter(({ text }) => heads.includes(text === "Alduin" ? "alduin" : "la forge"));
    },
    resolveNames: async (nouns) => {
      calls.resolve.push(nouns);
      const names = nouns.map((noun) => ({
        noun,
        ...(RESOLVED[noun] ?? { kind: "no-match" as const, candidates: [] }),
      }));
      return { names, partial: false };
    },
    secondOpinion: async (_, names) => {
      calls.opinion.push(names.map(({ noun }) => noun));
      return model === "unavailable" ? { opinions: [], unavailable: true } : { opinions: model, unavailable: false };
    },
    canonValues: async () => [],
  };
  return { ctx, calls };
}

const noNext = (): never => {
  throw new Error("the built-in gate is the last one");
};

async function report(narration: string, model?: SecondOpinion[] | "unavailable") {
  const { ctx, calls } = context(model);
  return { report: await builtinGate.validate({ narration }, ctx, noNext), calls };
}

describe("the built-in gate", () => {
  it("asks canon for each distinct name once, in one batch, and a model for the open ones in one call", async () => {
    const { calls } = await report("Alduin salue Zorvane. Aldwyn suit Kaelen. Puis Zorvane part, et Alduin aussi.", []);
    expect(calls.resolve).to.deep.equal([["Alduin", "Zorvane", "Aldwyn", "Kaelen"]]);
    expect(calls.opinion).to.deep.equal([["Zorvane", "Kaelen"]]);
  });

  it("asks nobody about a narration without names", async () => {
    const { report: clean, calls } = await report("il pleut encore sur la lande.");
    expect(clean).to.deep.equal({ ok: true, extractedNames: [], issues: [] });
    expect(calls).to.deep.equal({ resolve: [], opinion: [], heads: 0 });
  });

  it("asks no model when every name is known or nearly so", async () => {
    const { report: near, calls } = await report("Alduin guette. Aldwyn aussi.");
    expect(calls.opinion).to.deep.equal([]);
    expect(near).to.not.have.property("partial");
  });

  it("says that a report is partial when no model could be asked", async () => {
    expect((await report("Zorvane guette.")).report.partial).to.equal(true);
  });

  it("puts unknown names first, then those with several bearers, then near-misses, the surest first", async () => {
    const { report: all } = await report("Aldwyn voit la Forge de Valmur. Zorvane attend le Corbeau.", []);
    expect(all.issues.map(({ kind, noun }) => `${kind} ${noun}`)).to.deep.equal([
      "no-match Zorvane",
      "ambiguous Corbeau",
      "below-threshold Forge de Valmur",
      "below-threshold Aldwyn",
    ]);
  });

  it("says with each issue what would settle it", async () => {
    const { report: all } = await report("Aldwyn voit la Forge de Valmur. Zorvane rit.", []);
    const next = Object.fromEntries(all.issues.map((issue) => [issue.noun, issue.next]));
    expect(next.Zorvane).to.deep.equal([
      {
        action: "mention",
        command: "mention-entity",
        args: { canonicalName: "Zorvane", type: "PERSONNAGE", description: "Zorvane rit." },
      },
    ]);
    expect(next.Aldwyn).to.deep.equal([
      { action: "write", replacement: "Alduin" },
      {
        action: "alias",
        command: "mention-entity",
        args: { canonicalName: "Alduin", type: "PERSONNAGE", aliases: ["Aldwyn"], description: "" },
      },
      {
        action: "mention",
        command: "mention-entity",
        args: {
          canonicalName: "Aldwyn",
          type: "PERSONNAGE",
          description: "Aldwyn voit la Forge de Valmur.",
          force: true,
        },
      },
    ]);
    expect(next["Forge de Valmur"]?.[0]).to.deep.equal({ action: "write", replacement: "Forge de Valmure" });
  });

  it("cuts a long sentence between characters in the step it proposes", async () => {
    for (const edge of ["", "x"]) {
      const { report: all } = await report(`${"🐉".repeat(120)}${edge} Zorvane ${edge}${"🐉".repeat(120)}`, []);
      const step = all.issues[0]?.next?.[0] as { args: { description: string } } | undefined;
      const description = step?.args.description ?? "";
      expect(description).to.include("🐉");
      expect(description.isWellFormed()).to.equal(true);
    }
  });

  it("takes a model's word that a name is a slip, and keeps its reasoning", async () => {
    const opinion: SecondOpinion = {
      noun: "Zorvane",
      verdict: "typo",
      suggestion: "ent_alduin",
      canonicalName: "Alduin",
      confidence: 0.7,
      reasoning: "same dragon",
    };
    const { report: all } = await report("Zorvane rugit.", [opinion]);
    expect(all.issues).to.have.length(1);
    expect(all.issues[0]).to.deep.include({
      kind: "below-threshold",
      llmReasoning: "same dragon",
      suggestions: [{ entityId: "ent_alduin", canonicalName: "Alduin", confidence: 0.7 }],
    });
  });

  it("keeps a name unknown that the model does not know either", async () => {
    const { report: all } = await report("Zorvane rugit.", [
      { noun: "Zorvane", verdict: "unknown", reasoning: "never seen" },
    ]);
    expect(all.issues[0]).to.deep.include({ kind: "no-match", llmReasoning: "never seen" });
    expect(all).to.not.have.property("partial");
  });

  it("lets a model choose among the bearers of a name, and nobody else", async () => {
    const chosen = await report("On attend le Corbeau.", [
      { noun: "Corbeau", verdict: "typo", suggestion: "ent_forge" },
    ]);
    expect(chosen.report.ok).to.equal(true);
    const stranger = await report("On attend le Corbeau.", [
      { noun: "Corbeau", verdict: "typo", suggestion: "ent_other" },
    ]);
    expect(stranger.report.issues[0]?.kind).to.equal("ambiguous");
  });
});
