import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { BINARY, newShell, type Outcome, type Shell } from "../support/binary.ts";

/** The machine contract: one JSON line, silence on stderr. Answers the JSON. */
function line(outcome: Outcome, exit = 0): unknown {
  expect(outcome.stderr).to.equal("");
  expect(outcome.exit, outcome.stdout.slice(0, 500)).to.equal(exit);
  expect(outcome.stdout.indexOf("\n"), "one line").to.equal(outcome.stdout.length - 1);
  expect(outcome.json).to.not.equal(undefined);
  return outcome.json;
}

describe("A program that calls sneq-engine", () => {
  let shell: Shell;

  before(async () => {
    shell = newShell();
    line(await shell.command("init-campaign", {}));
  });
  after(() => shell.drop());

  it("gets one line and exit 0 for an answer, also for null", async () => {
    expect(line(await shell.command("get-scene"))).to.equal(null);
  });

  it("gets one line with a code and exit 1 for a failure", async () => {
    const failure = line(await shell.command("lookup-entity", {}), 1);
    expect(failure).to.include({ code: "VALIDATION_FAILED" });
    expect(failure).to.have.nested.property("details[0].path").that.deep.equals(["mention"]);
  });

  it("gets the nearest commands for a misspelled one, and all of them for none", async () => {
    const misspelled = line(await shell.command("look-entity", {}), 1);
    expect(misspelled).to.have.property("code", "UNKNOWN_COMMAND");
    expect(misspelled).to.have.nested.property("details.suggestions").that.includes("lookup-entity");
    const none = line(await shell.run([]), 1);
    expect(none).to.have.property("code", "UNKNOWN_COMMAND");
    expect(none).to.have.nested.property("details.suggestions").that.has.length(15);
    const asked = line(await shell.run(["help", "look-entity"]), 1);
    expect(asked).to.have.property("code", "UNKNOWN_COMMAND");
  });

  const observation = (db: string, json: string) => [
    ...["register-fact", "--db", db, "--campaign", "c", "--observation", json],
    ...["--args", '{"entityId":"e","attributeKey":"a","value":{"type":"STRING","value":"v"},"category":"ETAT"}'],
  ];
  const misuses: [what: string, argv: (db: string) => string[]][] = [
    ["an unknown flag", (db) => ["get-scene", "--db", db, "--campaign", "c", "--nope", "1"]],
    ["a flag without its value", (db) => ["get-scene", "--db", db, "--campaign"]],
    ["a missing --db", () => ["get-scene", "--campaign", "c"]],
    ["a missing --campaign", (db) => ["get-scene", "--db", db]],
    ["an empty --db", () => ["get-scene", "--db", "", "--campaign", "c"]],
    ["an empty --campaign", (db) => ["get-scene", "--db", db, "--campaign="]],
    ["a database in memory", () => ["get-scene", "--db", ":memory:", "--campaign", "c"]],
    ["a word that is no flag", (db) => ["get-scene", "now", "--db", db, "--campaign", "c"]],
    ["an unknown source", (db) => ["get-scene", "--db", db, "--campaign", "c", "--source", "rumour"]],
    ["an observation that is none", (db) => observation(db, '{"source":"NOBODY"}')],
    ["an observation that is no object", (db) => observation(db, "[]")],
  ];
  for (const [what, argv] of misuses)
    it(`is told INVALID_ARGS for ${what}`, async () => {
      expect(line(await shell.run(argv(shell.db)), 1)).to.have.property("code", "INVALID_ARGS");
    });

  it("is told INVALID_ARGS by the commands that oclif brings, too", async () => {
    for (const argv of [
      ["autocomplete", "nope"],
      ["autocomplete", "bash", "extra"],
      ["autocomplete", "--nope"],
    ]) {
      const failure = line(await shell.run(argv), 1) as { code: string; error: string };
      expect(failure.code).to.equal("INVALID_ARGS");
      expect(failure.error)
        .to.match(/nope|extra/)
        .and.not.include("See more help");
    }
  });

  it("is told which package brings a command of a first-party plugin that is not installed", async () => {
    const folder = fileURLToPath(new URL("../../plugins/", import.meta.url));
    const manifests = readdirSync(folder).map((name) =>
      JSON.parse(readFileSync(join(folder, name, "package.json"), "utf8")),
    );
    const topics = manifests.flatMap(({ name, oclif = {} }) =>
      Object.keys(oclif.topics ?? {}).map((topic) => [topic, name]),
    );
    expect(topics).to.have.length.above(1);
    for (const [topic, name] of topics)
      for (const argv of [[topic], [topic, "list"], [`${topic}:list`], [topic, "--help"]]) {
        const failure = line(await shell.run(argv), 1) as { code: string; error: string; details: unknown };
        expect(failure.code).to.equal("UNKNOWN_COMMAND");
        expect(failure.error).to.include(`plugins install ${name}`);
        expect(failure.details).to.deep.equal({ suggestions: [`plugins install ${name}`], package: name });
      }
  });

  it("may join flag and value, repeat a flag (the last counts), and set the environment instead", async () => {
    const argv = ["campaign-exists", "--db", "absent.db", `--db=${shell.db}`, "--campaign=x", "--campaign", "c"];
    expect(line(await shell.run(argv))).to.have.property("exists", true);
    const env = { SNEQ_DB: shell.db, SNEQ_CAMPAIGN: "c" };
    expect(line(await shell.run(["campaign-exists", "--json"], { env }))).to.have.property("exists", true);
  });

  it("gets an answer of megabytes whole, however slowly it reads", async () => {
    const description = "é".repeat(1_500_000);
    const args = { canonicalName: "Long", type: "LIEU", description };
    const made = line(await shell.command("mention-entity", undefined, { stdin: JSON.stringify(args) }));
    const { entityId } = made as { entityId: string };
    const argv = ["get-entity", "--db", shell.db, "--campaign", "c", "--args", JSON.stringify({ entityId })];
    const child = spawn(process.execPath, [BINARY, ...argv], { stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) {
      chunks.push(chunk as Buffer);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const text = Buffer.concat(chunks).toString();
    expect(text.endsWith("\n")).to.equal(true);
    expect(JSON.parse(text)).to.have.property("description", description);
  });

  it("may stop reading: no crash, no noise", async () => {
    const argv = ["get-scene", "--db", shell.db, "--campaign", "c"];
    const child = spawn(process.execPath, [BINARY, ...argv], { stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.destroy();
    let noise = "";
    child.stderr.on("data", (chunk) => {
      noise += chunk;
    });
    const exit = await new Promise((resolve) => child.on("close", resolve));
    expect({ exit, noise }).to.deep.equal({ exit: 0, noise: "" });
  });

  it("gets JSON lines with one trace id on stderr under SNEQ_DEBUG=1, and never a key", async () => {
    const env = { SNEQ_DEBUG: "1", MISTRAL_API_KEY: "campaign-of-secrets" };
    const outcome = await shell.run(["get-scene", "--db", shell.db, "--campaign", "campaign-of-secrets"], { env });
    expect(outcome.json).to.have.property("code", "CAMPAIGN_NOT_FOUND");
    const events = outcome.stderr
      .trim()
      .split("\n")
      .map((text) => JSON.parse(text));
    expect(events.length).to.be.greaterThan(0);
    expect(new Set(events.map((event) => event.trace)).size).to.equal(1);
    expect(outcome.stderr).to.not.include("campaign-of-secrets");
  });

  it("gets INTERNAL_ERROR and exit 2 for a bug, the stack only on stderr and only under SNEQ_DEBUG=1", async () => {
    // The bug strikes as soon as somebody listens for one, while the call waits for its arguments.
    const strike = 'clearInterval(timer); throw new Error("a bug");';
    const bug = encodeURIComponent(
      `const timer = setInterval(() => { if (process.listenerCount("uncaughtException")) { ${strike} } }, 5);`,
    );
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${bug}`, SNEQ_STDIN_TIMEOUT_MS: "60000" };
    const quiet = line(await shell.command("lookup-entity", undefined, { idle: true, env }), 2);
    expect(quiet).to.have.property("code", "INTERNAL_ERROR");
    expect(JSON.stringify(quiet)).to.not.match(/\bat \w+/);
    const call = { idle: true, env: { ...env, SNEQ_DEBUG: "1" } };
    const loud = await shell.command("lookup-entity", undefined, call);
    expect(loud.json).to.have.property("code", "INTERNAL_ERROR");
    expect(loud.stderr).to.match(/"stack":\["Error: a bug"/);
  });

  it("is told which flag was meant", async () => {
    const { json } = await shell.run(["get-scene", "--campain", "c"]);
    expect(json).to.have.nested.property("details.suggestions[0]", "--campaign");
  });

  describe("with a plugin that misbehaves in its hooks", () => {
    const hooks = {
      prints: 'console.log("banner"); console.error("noise"); process.emitWarning("careful");',
      throws: 'throw new Error("broken plugin");',
      exits: "process.exit(7);",
      "leaves in oclif's way": "this.exit(7);",
      hangs: "await new Promise(() => {});",
    };
    for (const [habit, code] of Object.entries(hooks))
      it(`still gets its one line when the plugin ${habit}`, async () => {
        installPlugin(shell.folder, code);
        const env = { XDG_DATA_HOME: join(shell.folder, "data") };
        expect(line(await shell.command("get-scene", undefined, { env }))).to.equal(null);
        expect(line(await shell.command("look-entity", {}, { env }), 1)).to.have.property("code", "UNKNOWN_COMMAND");
      });
  });
});

/** Links a plugin whose hooks at every stage of a call run this code. */
function installPlugin(folder: string, code: string): void {
  const root = join(folder, "plugin");
  const data = join(folder, "data", "sneq-engine");
  mkdirSync(root, { recursive: true });
  mkdirSync(data, { recursive: true });
  const stages = ["init", "prerun", "postrun", "finally"];
  const hooks = Object.fromEntries(stages.map((stage) => [stage, "./hook.js"]));
  const name = "sneq-plugin-rude";
  writeJson(join(root, "package.json"), { name, version: "1.0.0", type: "module", oclif: { hooks } });
  writeFileSync(join(root, "hook.js"), `export default async function () { ${code} }\n`);
  writeJson(join(data, "package.json"), { oclif: { schema: 1, plugins: [{ type: "link", name, root }] } });
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, JSON.stringify(value));
}
