import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Plugin } from "@oclif/core";
import { expect } from "chai";
import { task } from "./support/harbour.ts";
import { PLUGIN_ROOT, TestProject } from "./support/project.ts";

const COMMANDS = [
  "write",
  "read",
  "list",
  "delete",
  "update-status",
  "emit",
  "merge-sidecar",
  "purge-events",
  "write-collation-state",
  "validate",
  "nlp",
  "query",
  "schema",
];

describe("Store command line", () => {
  let project: TestProject;
  before(() => {
    project = new TestProject();
  });
  after(() => project.remove());

  it("shows its help without a command, and the commands by their short names", async () => {
    for (const args of [[], ["--help"]]) {
      const { status, stdout } = await project.run(args);
      expect(status).to.equal(0);
      for (const command of COMMANDS) expect(stdout).to.match(new RegExp(`^ +${command} `, "m"));
      expect(stdout).not.to.include("store-cli store");
    }
  });

  it("fails with exit code 1, an empty stdout and one line, however it was misused", async () => {
    const calls: [string[], RegExp][] = [
      [["frobnicate"], /^Unknown command: frobnicate$/],
      [["write"], /^entity: missing argument$/],
      [["write", "boat", "{}"], /^Unknown entity type: boat$/],
      [["read", "task"], /^id: missing argument$/],
      [["list", "task", "--loud"], /--loud/],
      [["query", "--task"], /--task/],
      [["read", "task", "T", "extra"], /extra/],
      [["write", "task", "{"], /^Invalid JSON: /],
      [["write", "task", "[]"], /^payload: expected object, got array$/],
      [["validate", "task", "null"], /^payload: expected object, got null$/],
      [["update-status", "event", "E1", "status", "done"], /^event: /],
      [["nlp", " "], /^intent: /],
    ];
    for (const [args, line] of calls) {
      const { status, stdout, stderr } = await project.run(args);
      expect([status, stdout], args.join(" ")).to.deep.equal([1, ""]);
      expect(stderr.trimEnd()).to.match(line);
      expect(stderr.trimEnd().split("\n")).to.have.length(1);
    }
  });

  it("accepts the four common flags where they mean nothing", async () => {
    const plain = await project.json("list", "sprint", "status=active");
    expect(
      await project.json("list", "sprint", "status=active", "--json", "--force", "--sidecar", "--dry-run"),
    ).to.deep.equal(plain);
  });

  it("prints megabytes whole to a slow reader, and does not mind one that leaves", async () => {
    const big = new TestProject({ records: false });
    for (let index = 0; index < 20; index += 1) {
      big.write(
        `.forge/store/tasks/T${index}.json`,
        task(`T${index}`, "t", "draft", { description: "y".repeat(100_000) }),
      );
    }
    const start = () =>
      spawn(process.execPath, [join(PLUGIN_ROOT, "bin", "store-cli.js"), "list", "task"], { cwd: big.root });

    const slow = start();
    slow.stdout.pause();
    await new Promise((done) => setTimeout(done, 300));
    let size = 0;
    slow.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
    });
    slow.stdout.resume();
    expect(await new Promise((done) => slow.on("close", done))).to.equal(0);
    expect(size).to.be.above(2_000_000);

    const gone = start();
    let complaints = "";
    gone.stderr.on("data", (chunk) => {
      complaints += chunk;
    });
    gone.stdout.once("data", () => gone.stdout.destroy());
    await new Promise((done) => gone.on("close", done));
    expect(complaints).to.equal("");
    big.remove();
  });

  it("dumps entities, value sets and the words of intents, with the project's prefix", async () => {
    const dump = await project.json("schema");
    expect(dump).to.have.all.keys("project", "entities", "entitySynonyms", "statusSynonyms", "grammar");
    expect(dump.project.prefix).to.equal("HB");
    expect(dump.entities.features.idField).to.equal("id");
    expect(dump.entities.bugs.severity).to.deep.equal(["critical", "major", "minor"]);
    expect(dump.grammar.ids).to.include("HB-S12-T03");
  });

  it("commits a manifest that says what the compiled commands say", async () => {
    const plugin = new Plugin({
      root: PLUGIN_ROOT,
      ignoreManifest: true,
      errorOnManifestCreate: true,
      respectNoCacheDefault: true,
    });
    await plugin.load();
    const committed = JSON.parse(readFileSync(join(PLUGIN_ROOT, "oclif.manifest.json"), "utf8"));
    expect(JSON.parse(JSON.stringify(plugin.manifest))).to.deep.equal(committed);
    expect(Object.keys(committed.commands)).to.have.members([
      "store",
      ...COMMANDS.map((command) => `store:${command}`),
    ]);
  });
});
