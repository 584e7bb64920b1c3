import { cpSync, existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { publish, Registry } from "../support/registry.ts";
import { CHECKOUT, runProgram, Shell } from "./shell.ts";

/** The user's own settings: the host comes from wherever this machine gets its packages. */
const OWN = { ...process.env, npm_config_update_notifier: "false" } as Record<string, string>;
const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

describe("an engine installed by npm i -g from its packed archive", function () {
  this.timeout(300_000);

  let registry: Registry;
  let host: Shell;
  let shell: Shell;
  before(async () => {
    registry = await Registry.start();
    host = new Shell();
    const npm = async (...argv: string[]) => {
      const { code, stderr } = await runProgram("npm", [...argv, ...QUIET], { cwd: CHECKOUT, env: OWN });
      expect(code, stderr).to.equal(0);
    };
    await npm("pack", `--pack-destination=${host.home}`);
    const { version } = createRequire(import.meta.url)(join(CHECKOUT, "package.json")) as { version: string };
    const archive = join(host.home, `sneq-engine-${version}.tgz`);
    await npm("install", "--global", `--prefix=${join(host.home, "prefix")}`, "--prefer-offline", archive);
    useCompiled(join(host.home, "prefix", "lib", "node_modules", "@sneq", "engine"));
    for (const name of ["stopwords-de", "gate-example"])
      await publish(join(CHECKOUT, "plugins", name), { registry, home: join(host.home, "author"), env: host.env });
    shell = new Shell(join(host.home, "prefix", "bin", "sneq-engine"));
    writeFileSync(join(shell.home, ".npmrc"), registry.npmrc);
  });
  after(async () => {
    await registry.stop();
    host.remove();
    shell?.remove();
  });

  /** The checkout's compiled SQLite in the place of one that would be compiled for minutes. */
  function useCompiled(engine: string): void {
    const sqlite = createRequire(join(CHECKOUT, "package.json")).resolve("better-sqlite3/package.json");
    const installed = join(engine, "node_modules", "better-sqlite3");
    expect(existsSync(installed)).to.equal(true);
    cpSync(join(dirname(sqlite), "build"), join(installed, "build"), { recursive: true });
  }

  it("installs plugins in an empty home, uses them, lists them and lets them go", async () => {
    expect((await shell.call("init-campaign", { languages: ["de", "en"] })).json).to.include({ created: true });
    const narration = "Im Morgengrauen schürt Mira das Feuer der Schmiede. A train whistles.";
    const names = async () => {
      const { json } = await shell.call("validate-narration", { narration });
      expect(json).not.to.have.property("gateErrors");
      return (json.issues as { noun: string }[]).map(({ noun }) => noun);
    };
    const plain = await names();
    expect(plain).to.include.members(["Morgengrauen", "Mira"]).and.not.to.include("train");

    for (const plugin of ["@sneq/stopwords-de", "@sneq/gate-example"])
      expect((await shell.run(["plugins", "install", plugin])).json).to.deep.equal({ plugin, version: "0.1.0" });
    expect(await names()).to.have.members(["Mira", "train"]);
    const { json } = await shell.run(["plugins"]);
    expect(
      (json.plugins as { name: string; origin: string }[]).map(({ name, origin }) => [name, origin]),
    ).to.deep.equal([
      ["@sneq/gate-example", "user"],
      ["@sneq/stopwords-de", "user"],
    ]);

    for (const plugin of ["@sneq/stopwords-de", "@sneq/gate-example"])
      expect((await shell.run(["plugins", "uninstall", plugin])).code).to.equal(0);
    expect(await names()).to.deep.equal(plain);
  });
});
