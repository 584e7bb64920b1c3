import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { publish, Registry } from "../support/registry.ts";
import { runProgram, Shell } from "./shell.ts";

const GATE = `export const gate = { async validate(input, ctx, next) { const report = await next(); return { ...report, extractedNames: [...report.extractedNames, "VERSION"] }; } };`;

describe("plugins install", function () {
  this.timeout(120_000);

  let registry: Registry;
  let author: Shell;
  let shell: Shell;
  before(async () => {
    registry = await Registry.start();
    author = new Shell();
    for (const version of ["1.0.0", "1.1.0"]) await release("@house/gate", version);
    await release("@house/other", "2.0.0");
    await release("@house/future", "1.0.0", { sneq: { api: 2 } });
    await release("@house/needy", "1.0.0");
    await release("@house/needy", "1.1.0", { dependencies: { "@house/nowhere": "^1.0.0" } });
    await release("plain-package", "1.0.0", { oclif: undefined, sneq: undefined });
    await release("scripted", "1.0.0", {
      scripts: { postinstall: "node -e \"require('fs').writeFileSync('ran', '')\"" },
    });
  });
  after(async () => {
    await registry.stop();
    author.remove();
  });
  beforeEach(() => {
    shell = new Shell();
    writeFileSync(join(shell.home, ".npmrc"), registry.npmrc);
  });
  afterEach(() => shell.remove());

  function folderOf(name: string, version: string, more: object = {}): string {
    return author.write(join("src", name, version), {
      "package.json": {
        name,
        version,
        type: "module",
        files: ["gate.js"],
        oclif: {},
        sneq: { api: 1, gates: [{ id: "house", module: "./gate.js", mode: "wrap" }] },
        ...more,
      },
      "gate.js": GATE.replace("VERSION", `${name} ${version}`),
    });
  }
  function release(name: string, version: string, more: object = {}) {
    return publish(folderOf(name, version, more), { registry, home: author.home, env: author.env });
  }
  const install = (what: string, env: Record<string, string> = {}) => shell.run(["plugins", "install", what], { env });
  /** Which versions the next call uses, as their gates tell. */
  async function inUse(): Promise<unknown> {
    await shell.call("init-campaign");
    const { json } = await shell.call("validate-narration", { narration: "…" });
    return json.gateErrors ?? json.extractedNames;
  }
  function expectOneLine(outcome: { stdout: string; stderr: string; code: number | null }, code: number, line: object) {
    expect(outcome.stdout.split("\n"), outcome.stdout + outcome.stderr).to.have.length(2);
    expect(outcome.stderr).to.equal("");
    expect(JSON.parse(outcome.stdout)).to.deep.include(line);
    expect(outcome.code).to.equal(code);
  }

  it("installs from the registry into an empty home, and the next call uses it", async () => {
    expectOneLine(await install("@house/gate"), 0, { plugin: "@house/gate", version: "1.1.0" });
    expect(await inUse()).to.deep.equal(["@house/gate 1.1.0"]);
  });

  it("installs the version that is asked for, upgrades from it, and removes it", async () => {
    expectOneLine(await install("@house/gate@1.0.0"), 0, { plugin: "@house/gate", version: "1.0.0" });
    expectOneLine(await install("@house/gate@^1"), 0, { version: "1.1.0", previous: "1.0.0" });
    expect(await inUse()).to.deep.equal(["@house/gate 1.1.0"]);
    const removed = await shell.run(["plugins", "uninstall", "@house/gate"]);
    expectOneLine(removed, 0, { plugin: "@house/gate", version: "1.1.0", uninstalled: true });
    expect(await inUse()).to.deep.equal([]);
    expect(existsSync(join(shell.dataDir, "node_modules", "@house", "gate"))).to.equal(false);
  });

  it("updates every plugin to what its tag allows now", async () => {
    await install("@house/gate@~1.0.0");
    await install("@house/other");
    const pinned = await shell.run(["plugins", "update"]);
    expect(pinned.json).to.deep.equal({
      updated: [
        { plugin: "@house/gate", version: "1.0.0", previous: "1.0.0" },
        { plugin: "@house/other", version: "2.0.0", previous: "2.0.0" },
      ],
      failed: [],
    });
  });

  it("keeps the working version when the new one does not exist, or needs what cannot be had", async () => {
    await install("@house/gate@1.0.0");
    expectOneLine(await install("@house/gate@9.9.9"), 1, { code: "PLUGIN_NOT_FOUND" });
    await install("@house/needy@1.0.0");
    expectOneLine(await install("@house/needy@1.1.0"), 1, { code: "PLUGIN_NOT_FOUND" });
    expect(await inUse()).to.deep.equal(["@house/needy 1.0.0", "@house/gate 1.0.0"]);
    expect(readdirSync(shell.dataDir).filter((name) => name.startsWith("."))).to.have.lengthOf(1);
  });

  it("says that the registry cannot be reached, and keeps what is there", async () => {
    await install("@house/gate@1.0.0");
    const env = { SNEQ_ENGINE_NPM_REGISTRY: "http://127.0.0.1:9/" };
    expectOneLine(await install("@house/other", env), 1, { code: "REGISTRY_UNREACHABLE" });
    expect(await inUse()).to.deep.equal(["@house/gate 1.0.0"]);
  });

  it("says the same of a registry that takes the call and never answers", async () => {
    const mute = createServer(() => {});
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const { port } = mute.address() as { port: number };
    const outcome = await install("@house/gate", { SNEQ_ENGINE_NPM_REGISTRY: `http://127.0.0.1:${port}/` });
    mute.close();
    expectOneLine(outcome, 1, { code: "REGISTRY_UNREACHABLE" });
  });

  it("names a package that does not exist, one that is no plugin, and one of another API, before anything changes", async () => {
    expectOneLine(await install("@house/absent"), 1, { code: "PLUGIN_NOT_FOUND" });
    expectOneLine(await install("plain-package"), 1, { code: "NOT_A_PLUGIN" });
    expectOneLine(await install("@house/future"), 1, {
      code: "API_MISMATCH",
      error: "@house/future@1.0.0 cannot be used: it speaks plugin API 2 (sneq.api); this engine speaks 1.",
    });
    expectOneLine(await install("@sneq/engine"), 1, { code: "PLUGIN_NOT_FOUND" });
    expect(existsSync(join(shell.dataDir, "node_modules"))).to.equal(false);
  });

  it("takes a relative folder, an absolute one and an archive, each as a copy", async () => {
    const folder = shell.write("mine", {
      "package.json": {
        name: "mine",
        version: "0.1.0",
        type: "module",
        oclif: {},
        sneq: { api: 1, gates: [{ id: "m", module: "./gate.js", mode: "wrap" }] },
      },
      "gate.js": GATE.replace("VERSION", "mine 0.1.0"),
    });
    expectOneLine(await install("./mine"), 0, { plugin: "mine", version: "0.1.0" });
    expectOneLine(await install(folder), 0, { plugin: "mine", version: "0.1.0", previous: "0.1.0" });
    const packed = await runProgram("npm", ["pack", "--silent"], { cwd: folder, env: shell.env });
    rmSync(folder, { recursive: true, force: true });
    expect(await inUse()).to.deep.equal(["mine 0.1.0"]);
    writeFileSync(join(shell.home, "note.txt"), packed.stdout);

    const other = folderOf("@house/gate", "1.0.0");
    await runProgram("npm", ["pack", "--silent", `--pack-destination=${shell.home}`], { cwd: other, env: shell.env });
    expectOneLine(await install("house-gate-1.0.0.tgz"), 0, { plugin: "@house/gate", version: "1.0.0" });
    rmSync(join(shell.home, "house-gate-1.0.0.tgz"));
    expectOneLine(await install("@house/other"), 0, { plugin: "@house/other", version: "2.0.0" });
    expect(await inUse()).to.have.members(["mine 0.1.0", "@house/gate 1.0.0", "@house/other 2.0.0"]);
  });

  it("names a path where nothing is, and a file that is no archive", async () => {
    expectOneLine(await install("./absent"), 1, { code: "PLUGIN_NOT_FOUND" });
    shell.write(".", { "broken.tgz": "no archive" });
    expectOneLine(await install("broken.tgz"), 1, { code: "NOT_A_PLUGIN" });
    mkdirSync(join(shell.home, "empty"));
    expectOneLine(await install("./empty"), 1, { code: "NOT_A_PLUGIN" });
  });

  it("runs no install script unless it is asked to", async () => {
    const mark = join(shell.dataDir, "node_modules", "scripted", "ran");
    expectOneLine(await install("scripted"), 0, { plugin: "scripted", version: "1.0.0" });
    expect(existsSync(mark)).to.equal(false);
    await shell.run(["plugins", "uninstall", "scripted"]);
    const allowed = await shell.run(["plugins", "install", "scripted", "--allow-scripts"]);
    expectOneLine(allowed, 0, { plugin: "scripted", version: "1.0.0" });
    expect(existsSync(mark)).to.equal(true);
  });

  it("lands both of two installs at once", async () => {
    const both = await Promise.all([install("@house/gate"), install("@house/other")]);
    expect(both.map(({ code, stdout }) => ({ code, stdout }))).to.deep.equal([
      { code: 0, stdout: '{"plugin":"@house/gate","version":"1.1.0"}\n' },
      { code: 0, stdout: '{"plugin":"@house/other","version":"2.0.0"}\n' },
    ]);
    expect(await inUse()).to.have.members(["@house/gate 1.1.0", "@house/other 2.0.0"]);
  });

  it("is not led astray by the settings npm gives to what it starts", async () => {
    const env = {
      npm_config_global: "true",
      npm_config_dry_run: "true",
      npm_config_prefix: join(shell.home, "elsewhere"),
      npm_config_workspaces: "true",
    };
    expectOneLine(await install("@house/gate", env), 0, { plugin: "@house/gate", version: "1.1.0" });
    expect(await inUse()).to.deep.equal(["@house/gate 1.1.0"]);
  });

  it("puts right what a process left that was ended in the middle of a change", async () => {
    await install("@house/gate@1.0.0");
    mkdirSync(join(shell.dataDir, ".plugins-left"));
    writeFileSync(join(shell.dataDir, ".plugins.lock"), JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() }));
    await install("@house/other");
    expect(await inUse()).to.have.members(["@house/gate 1.0.0", "@house/other 2.0.0"]);
    expect(readdirSync(shell.dataDir)).to.not.include.members([".plugins-left", ".plugins.lock"]);
  });

  it("names a folder that cannot be written, with the variables that move it", async () => {
    const file = join(shell.home, "a-file");
    writeFileSync(file, "");
    const outcome = await install("@house/gate", { SNEQ_ENGINE_DATA_DIR: join(file, "data") });
    expectOneLine(outcome, 1, { code: "NOT_WRITABLE" });
    expect(outcome.stdout).to.contain(join(file, "data"));
    expect(outcome.stdout).to.match(/SNEQ_ENGINE_DATA_DIR.*XDG_DATA_HOME.*HOME/);
  });

  it("links a folder, uses it as it stands, and lets go of it by name or by path", async () => {
    const folder = folderOf("@house/gate", "3.0.0");
    expectOneLine(await shell.run(["plugins", "link", folder]), 0, {
      plugin: "@house/gate",
      version: "3.0.0",
      root: folder,
      linked: true,
    });
    expect(await inUse()).to.deep.equal(["@house/gate 3.0.0"]);
    expectOneLine(await shell.run(["plugins", "unlink", folder]), 0, { plugin: "@house/gate", version: "3.0.0" });
    expectOneLine(await shell.run(["plugins", "uninstall", "@house/gate"]), 1, { code: "NOT_INSTALLED" });
  });

  it("shows one plugin, and removes all of them at once", async () => {
    await install("@house/gate@1.0.0");
    await shell.run(["plugins", "link", folderOf("@house/other", "3.0.0")]);
    const shown = await shell.run(["plugins", "inspect", "@house/gate"]);
    expectOneLine(shown, 0, { name: "@house/gate", version: "1.0.0", origin: "user", languages: [] });
    expectOneLine(await shell.run(["plugins", "inspect", "absent"]), 1, { code: "NOT_INSTALLED" });
    expectOneLine(await shell.run(["plugins", "reset"]), 0, { removed: ["@house/gate", "@house/other"] });
    expect(await inUse()).to.deep.equal([]);
  });

  it("answers a wrong command line as every other command does", async () => {
    expectOneLine(await shell.run(["plugins", "install"]), 1, { code: "INVALID_ARGS" });
    expectOneLine(await shell.run(["plugins", "install", "x", "--nonsense"]), 1, { code: "INVALID_ARGS" });
    const misspelt = await shell.run(["plugins", "instal", "x"]);
    expectOneLine(misspelt, 1, { code: "UNKNOWN_COMMAND" });
    expect(misspelt.json.error).to.include("Did you mean plugins install");
  });
});
