import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Engine } from "../../src/engine.ts";
import type { NarrationGate } from "../../src/plugin.ts";

const GATE = `export const gate = { async validate(input, ctx, next) { await next(); await new Promise(() => {}); } };`;

describe("closing an engine while a plugin's gate reads a narration", function () {
  this.timeout(60_000);

  let folder: string;
  let engine: Engine;
  let reading: Promise<void>;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "sneq-closing-"));
    writeFileSync(join(folder, "gate.mjs"), GATE);
    const section = {
      api: 1,
      languages: {},
      gates: [{ id: "g", module: "./gate.mjs", mode: "wrap" as const, priority: 1 }],
      providers: [],
    };
    const plugin = { name: "endless", version: "1.0.0", root: folder, origin: "user" as const, section };
    let seen: () => void;
    reading = new Promise((resolve) => {
      seen = resolve;
    });
    const below: NarrationGate = {
      validate(_input, _ctx, next) {
        seen();
        return next();
      },
    };
    engine = await Engine.open({
      db: join(folder, "canon.db"),
      plugins: [{ api: 1, name: "below", gates: [{ id: "b", mode: "wrap", gate: below }] }],
      installed: { plugins: [plugin], problems: [] },
      config: { validator: { gateTimeoutMs: 45_000 } },
      env: {},
    });
  });
  afterEach(() => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const check = async () => {
    const campaign = await engine.createCampaign({ id: "c" });
    return { checked: campaign.validateNarration({ narration: "Mira attise le feu." }).catch((error) => error) };
  };

  it("ends the check with an error that says so", async () => {
    const { checked } = await check();
    await reading;
    engine.close();
    expect(await checked).to.include({ code: "REPOSITORY_ERROR" });
  });

  it("ends a check whose gate has not been loaded yet", async () => {
    const { checked } = await check();
    engine.close();
    expect(await checked).to.include({ code: "REPOSITORY_ERROR" });
  });
});
