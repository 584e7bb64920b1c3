import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { completion, type Loopback, loopback, type Received, type Reply } from "../router/loopback.ts";
import { MODULE_HOOK, sdksAmong } from "../router/module-hook.ts";

const BIN = fileURLToPath(new URL("../../bin/run.js", import.meta.url));
const KEY = "sk-secret-0123456789/+=";

describe("the command line and its models", () => {
  let folder: string;
  let service: Loopback;
  let reply: (call: Received) => Reply;
  const ids: Record<string, string> = {};

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "sneq-cli-models-"));
    service = await loopback((call) => reply(call));
    const ref = { provider: "openai-compatible", model: "m", baseUrl: `${service.origin}/v1`, apiKeyEnv: "SECRET_KEY" };
    const tier = { primary: ref, fallbacks: [] };
    const defaults = { timeoutMs: 5000, maxRetries: 0 };
    writeFileSync(join(folder, "sneq.json"), JSON.stringify({ tiers: { heavy: tier, light: tier }, defaults }));
    await run("init-campaign", {});
    for (const name of ["Aldric Fervent", "Brune Halle"]) {
      const entity = { canonicalName: name, type: "PERSONNAGE", aliases: ["le capitaine"], description: "x" };
      ids[name] = (await run("mention-entity", entity)).json.entityId;
    }
  });
  after(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  type Ran = { stdout: string; stderr: string; json: any };

  function run(command: string, args: object | undefined, env: Record<string, string> = {}, node: string[] = []) {
    const argv = [command, "--db", join(folder, "canon.db"), "--campaign", "c", "--config", join(folder, "sneq.json")];
    const given = args === undefined ? [] : ["--args", JSON.stringify(args)];
    const { PATH = "" } = process.env;
    const child = spawn(process.execPath, [...node, BIN, ...argv, ...given], {
      env: { PATH, HOME: folder, SECRET_KEY: KEY, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    return new Promise<Ran>((resolve) =>
      child.on("close", () => resolve({ stdout, stderr, json: JSON.parse(stdout) })),
    );
  }

  it("makes no request, and loads no SDK, where every name is known", async () => {
    reply = () => ({ status: 500 });
    const aldric = ids["Aldric Fervent"];
    const before = service.calls.length;
    const calls: [string, object | undefined][] = [
      ["lookup-entity", { mention: "aldric fervent" }],
      ["mention-entity", { canonicalName: "Aldric Fervent", type: "PERSONNAGE", description: "x" }],
      [
        "register-fact",
        { entityId: aldric, attributeKey: "âge", value: { type: "NUMBER", value: 50 }, category: "ETAT" },
      ],
      ["collapse-attribute", { entityId: aldric, attributeKey: "âge" }],
      ["lookup-entity", { mention: "Zorvane Khel" }],
      ["suggest-existing", { mention: "Aldrik Fervent", type: "PERSONNAGE" }],
      ["validate-narration", { narration: "Hier soir, Aldric Fervent salua Brune Halle." }],
      ["prepare-turn", undefined],
    ];
    for (const [command, args] of calls) {
      const { stderr, json } = await run(command, args, {}, ["--import", MODULE_HOOK]);
      expect(json, command).not.to.have.property("error");
      expect(stderr, command).to.include("/bin/run.js");
      expect(sdksAmong(stderr), command).to.deep.equal([]);
    }
    expect(service.calls.length).to.equal(before);
    const asked = await run("lookup-entity", { mention: "le capitaine" }, {}, ["--import", MODULE_HOOK]);
    expect(sdksAmong(asked.stderr), "a call that asks a model").not.to.deep.equal([]);
  });

  it("never lets a key into an answer, a log, an event, an error or a prompt", async () => {
    const said: string[] = [];
    const echoes: ((call: Received) => Reply)[] = [
      ({ headers }) => ({ status: 400, json: { error: { message: `bad key ${headers.authorization}` } } }),
      () => ({ status: 500, headers: { "content-type": "text/plain" }, raw: `boom ${encodeURIComponent(KEY)}` }),
      () => ({ json: completion(`I was given ${KEY} and ${Buffer.from(KEY).toString("base64")}`) }),
      () => ({ json: completion(JSON.stringify({ value: { type: "STRING", value: KEY }, reasoning: KEY })) }),
    ];
    for (const [n, echo] of echoes.entries()) {
      reply = echo;
      const debug = { SNEQ_DEBUG: "1" };
      const collapse = { entityId: ids["Aldric Fervent"], attributeKey: `peur-${n}` };
      for (const [command, args] of [
        ["lookup-entity", { mention: "le capitaine" }],
        ["collapse-attribute", collapse],
        ["validate-narration", { narration: "Hier, Cassius salua Zorvane." }],
      ] as const) {
        const { stdout, stderr } = await run(command, args, debug);
        said.push(stdout, stderr);
      }
    }
    said.push((await run("get-entity", { entityId: ids["Aldric Fervent"] })).stdout);
    said.push(...service.calls.map(({ body }) => JSON.stringify(body)));
    const compiled: string[] = [];
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      // Compiled code holds any digits; the whole key it must not hold either.
      const place = entry.parentPath.includes(".cache") ? compiled : said;
      if (entry.isFile()) place.push(readFileSync(join(entry.parentPath, entry.name), "latin1"));
    }
    expect(compiled.join("\n").includes(KEY)).to.equal(false);
    expect(said.join("\n")).to.include("peur-3").and.include("***");
    for (const form of [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString("base64"), "0123456789"])
      expect(said.join("\n").includes(form), form).to.equal(false);
    expect(service.calls.at(-1)?.headers.authorization).to.equal(`Bearer ${KEY}`);
  });

  it("shows each call with its tokens under SNEQ_DEBUG, and nothing of them in the answer", async () => {
    reply = () => ({ json: completion(JSON.stringify({ matchedIndex: 0, confidence: 0.9, reasoning: "r" })) });
    const { stdout, stderr } = await run("lookup-entity", { mention: "le capitaine" }, { SNEQ_DEBUG: "1" });
    const events = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const call = events.find(({ event }) => event === "provider.call");
    expect(call).to.deep.include({ tier: "light", purpose: "judge", provider: "openai-compatible", model: "m" });
    expect(call.usage).to.deep.equal({ inputTokens: 11, outputTokens: 7, cachedTokens: 5 });
    expect(stdout).not.to.match(/tokens|usage/i);
  });

  it("goes on when the program's user has no key: the judge is absent, a collapse is not configured", async () => {
    const none = { SECRET_KEY: "" };
    const looked = await run("lookup-entity", { mention: "le capitaine" }, none);
    expect(looked.json).to.include({ notFoundReason: "ambiguous", unavailableReason: "judge" });
    const collapse = { entityId: ids["Brune Halle"], attributeKey: "peur" };
    const { json } = await run("collapse-attribute", collapse, none);
    expect(json).to.include({ code: "PROVIDER_ERROR" });
    expect(json.details).to.include({ providerCode: "NOT_CONFIGURED", tier: "heavy" });
    expect(json.error).to.include("SECRET_KEY");
  });
});
