import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Engine } from "../../src/engine.ts";
import type { GateContribution, NarrationGate, SneqPlugin, ValidationReport } from "../../src/plugin.ts";

const TEXT = "Mira attise le feu.";
const NAMED: ValidationReport = { ok: true, extractedNames: ["by the gate"], issues: [] };

const plugin = (name: string, gates: (Partial<GateContribution> & { gate: NarrationGate })[]): SneqPlugin => ({
  api: 1,
  name,
  gates: gates.map((gate, index) => ({ id: `g${index}`, mode: "wrap" as const, ...gate })),
});
const tag = (word: string): NarrationGate => ({
  async validate(_input, _ctx, next) {
    const report = await next();
    return { ...report, extractedNames: [...report.extractedNames, word] };
  },
});
const replaceWith = (word: string): NarrationGate => ({
  validate: () => ({ ...NAMED, extractedNames: [word] }),
});

describe("plugins given to a program's engine", () => {
  let folder: string;
  let engine: Engine;
  const logged: Record<string, unknown>[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq-plugins-"));
    logged.length = 0;
  });
  afterEach(() => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = async (plugins: SneqPlugin[], validator: Record<string, unknown> = {}) => {
    engine = await Engine.open({
      db: join(folder, "canon.db"),
      plugins,
      config: { validator },
      env: {},
      log: (event) => logged.push(event),
    });
    return engine.createCampaign({ id: "c1" });
  };
  const names = async (plugins: SneqPlugin[], validator: Record<string, unknown> = {}) => {
    const campaign = await open(plugins, validator);
    return (await campaign.validateNarration({ narration: "…" })).extractedNames;
  };

  it("wrap one another in a total order: priority, then plugin name, then id", async () => {
    const found = await names([
      plugin("b", [{ gate: tag("b0") }, { gate: tag("b1") }]),
      plugin("a", [{ gate: tag("a0") }]),
      plugin("c", [{ gate: tag("c0"), priority: 5 }]),
    ]);
    expect(found).to.deep.equal(["b1", "b0", "a0", "c0"]);
  });

  it("of two that replace the built-in gate, the first in order answers and the other is logged", async () => {
    const plugins = [
      plugin("z", [{ gate: replaceWith("z"), mode: "replace" }]),
      plugin("y", [{ gate: replaceWith("y"), mode: "replace" }, { gate: tag("wrapped") }]),
    ];
    expect(await names(plugins)).to.deep.equal(["y", "wrapped"]);
    expect(logged).to.deep.include({ event: "gate-ignored", plugin: "z", gate: "g0", winner: "g0" });
  });

  it("are handed what validator.stopwords and validator.ignore name", async () => {
    const seen: string[][] = [];
    const validate: NarrationGate["validate"] = (_input, ctx, next) => {
      seen.push(ctx.ignore);
      return next();
    };
    const looking = plugin("p", [{ gate: { validate } }]);
    const campaign = await open([looking], { stopwords: ["Maréchaussée"], ignore: ["Boule de Feu"] });
    const report = await campaign.validateNarration({ narration: "Il craint la Maréchaussée et la Boule de Feu." });
    expect(seen).to.deep.equal([["Maréchaussée", "Boule de Feu"]]);
    expect(report.extractedNames).to.deep.equal([]);
  });

  it("leave the choice to validator.gate: by id, by plugin and id, or the built-in one", async () => {
    const plugins = [
      plugin("y", [{ id: "one", gate: replaceWith("y"), mode: "replace" }]),
      plugin("z", [{ id: "two", gate: replaceWith("z"), mode: "replace" }]),
    ];
    expect(await names(plugins, { gate: "two" })).to.deep.equal(["z"]);
    engine.close();
    rmSync(join(folder, "canon.db"));
    expect(await names(plugins, { gate: "y/one" })).to.deep.equal(["y"]);
    engine.close();
    rmSync(join(folder, "canon.db"));
    expect(await names(plugins, { gate: "builtin" })).to.deep.equal([]);
  });

  it("that do not offer the chosen gate are said so in the report", async () => {
    const campaign = await open([plugin("y", [{ gate: replaceWith("y"), mode: "replace" }])], { gate: "absent" });
    const { gateErrors } = await campaign.validateNarration({ narration: TEXT });
    expect(gateErrors?.map(({ plugin, code }) => ({ plugin, code }))).to.deep.equal([
      { plugin: "absent", code: "GATE_NOT_FOUND" },
    ]);
  });

  it("that do not offer a language the configuration names are said so in the report", async () => {
    const campaign = await open([], { languages: ["fr", "xx"] });
    const { gateErrors } = await campaign.validateNarration({ narration: TEXT });
    expect(gateErrors?.map(({ plugin, code }) => ({ plugin, code }))).to.deep.equal([
      { plugin: "xx", code: "LANGUAGE_NOT_FOUND" },
    ]);
  });

  it("read only the campaigns of their languages", async () => {
    const campaign = await open([
      plugin("de", [{ gate: tag("de"), languages: ["de"] }]),
      plugin("fr", [{ gate: tag("fr"), languages: ["fr"] }]),
    ]);
    const { extractedNames } = await campaign.validateNarration({ narration: "…" });
    expect(extractedNames).to.deep.equal(["fr"]);
  });

  const failing: [string, NarrationGate, string][] = [
    [
      "throws",
      {
        validate: () => {
          throw new Error("bad mood");
        },
      },
      "GATE_THREW",
    ],
    ["rejects", { validate: async () => Promise.reject(new Error("bad mood")) }, "GATE_THREW"],
    ["hangs", { validate: () => new Promise(() => {}) }, "GATE_TIMEOUT"],
    ["answers nonsense", { validate: () => ({ ok: 1 }) as never }, "GATE_MALFORMED_REPORT"],
    [
      "answers in a circle",
      {
        validate: () => {
          const a: Record<string, unknown> = {};
          a.a = a;
          return a as never;
        },
      },
      "GATE_MALFORMED_REPORT",
    ],
  ];
  for (const [what, gate, code] of failing)
    it(`one that ${what} gives way to the gate below, and is named`, async () => {
      const campaign = await open([plugin("bad", [{ gate, priority: 1 }]), plugin("good", [{ gate: tag("good") }])], {
        gateTimeoutMs: what === "hangs" ? 100 : 10_000,
      });
      const { gateErrors, extractedNames } = await campaign.validateNarration({ narration: "…" });
      expect(extractedNames).to.deep.equal(["good"]);
      expect(gateErrors).to.have.length(1);
      expect(gateErrors?.[0]).to.include({ plugin: "bad", code });
    });

  it("cannot spoil what the gates below are given, nor their answer", async () => {
    const spoiler: NarrationGate = {
      async validate(input, ctx, next) {
        const report = await next();
        report.extractedNames.push("spoilt");
        input.narration = "spoilt";
        ctx.languages.length = 0;
        throw new Error("and now this");
      },
    };
    const campaign = await open([plugin("spoiler", [{ gate: spoiler }])]);
    const { extractedNames } = await campaign.validateNarration({ narration: "…" });
    expect(extractedNames).to.deep.equal([]);
  });

  it("are not charged for the time the engine works for them", async () => {
    const slow: NarrationGate = {
      async validate(_input, _ctx, next) {
        await new Promise((resolve) => setTimeout(resolve, 600));
        return next();
      },
    };
    const campaign = await open(
      [plugin("outer", [{ gate: tag("outer"), priority: 1 }]), plugin("inner", [{ gate: slow, mode: "replace" }])],
      { gateTimeoutMs: 1000 },
    );
    const { extractedNames, gateErrors } = await campaign.validateNarration({ narration: "…" });
    expect({ extractedNames, gateErrors }).to.deep.equal({ extractedNames: ["outer"], gateErrors: undefined });
  });

  it("stand below a gate the program registered itself, whose errors are the program's", async () => {
    const campaign = await open([plugin("p", [{ gate: tag("plugin") }])]);
    const first = campaign.registerNarrationGate(tag("program"));
    const { extractedNames } = await campaign.validateNarration({ narration: "…" });
    expect(extractedNames).to.deep.equal(["plugin", "program"]);
    campaign.registerNarrationGate({
      validate: () => {
        throw new RangeError("mine");
      },
    });
    first.dispose();
    const failed = await campaign.validateNarration({ narration: TEXT }).catch((error: unknown) => error);
    expect(failed).to.be.instanceOf(RangeError).with.property("message", "mine");
  });

  it("of another API are refused when the engine is opened", async () => {
    const refused = await open([{ ...plugin("future", []), api: 2 as never }]).catch((error: unknown) => error);
    expect(refused).to.include({ code: "INVALID_ARGS" });
    engine = await Engine.open({ db: join(folder, "other.db") });
  });
});
