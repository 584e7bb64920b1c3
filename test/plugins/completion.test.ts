import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { Shell } from "./shell.ts";

describe("the commands an installed plugin brings", function () {
  this.timeout(120_000);

  let shell: Shell;
  beforeEach(() => {
    shell = new Shell();
  });
  afterEach(() => shell.remove());

  /** A plugin with one command, written without the host: oclif only looks for `run`. */
  function plugin(version: string, command: string): string {
    const listed = { id: `tavern:${command}`, summary: `Asks for ${command}`, aliases: [], args: {}, flags: {} };
    return shell.write(join("src", version), {
      "package.json": {
        name: "tavern",
        version,
        type: "module",
        files: ["commands", "oclif.manifest.json"],
        oclif: { commands: "./commands", topics: { tavern: { description: "Things of the tavern" } } },
      },
      [`commands/tavern/${command}.js`]: `export default class { static async run() { console.log("${command} of ${version}"); } }`,
      "oclif.manifest.json": {
        version,
        commands: {
          [listed.id]: {
            ...listed,
            isESM: true,
            relativePath: ["commands", "tavern", `${command}.js`],
            pluginName: "tavern",
          },
        },
      },
    });
  }
  const completion = () =>
    readFileSync(
      join(shell.home, "cache", "sneq-engine", "autocomplete", "functions", "bash", "sneq-engine.bash"),
      "utf8",
    );

  it("run, are in the help, and are gone with it", async () => {
    expect((await shell.run(["plugins", "install", plugin("1.0.0", "menu")])).code).to.equal(0);
    expect((await shell.run(["tavern", "menu"])).stdout).to.equal("menu of 1.0.0\n");
    expect((await shell.run(["--help"])).stdout).to.contain("Things of the tavern");
    expect((await shell.run(["tavern", "--help"])).stdout).to.contain("Asks for menu");
    await shell.run(["plugins", "uninstall", "tavern"]);
    expect((await shell.run(["tavern", "menu"])).json).to.include({ code: "UNKNOWN_COMMAND" });
  });

  it("are known to the shell's completion from the moment they change", async () => {
    await shell.run(["autocomplete", "bash"]);
    expect(completion()).to.contain("plugins:doctor").and.not.to.contain("tavern");
    await shell.run(["plugins", "install", plugin("1.0.0", "menu")]);
    expect(completion()).to.contain("tavern:menu");
    await shell.run(["plugins", "install", plugin("2.0.0", "bill")]);
    expect(completion()).to.contain("tavern:bill").and.not.to.contain("tavern:menu");
    await shell.run(["plugins", "uninstall", "tavern"]);
    expect(completion()).not.to.contain("tavern");
  });

  it("come into a completion that was made before by the next look at the help", async () => {
    await shell.run(["autocomplete", "bash"]);
    shell.link("folder", { api: 1 });
    const stale = join(shell.home, "cache", "sneq-engine", "autocomplete", "functions", "bash", "sneq-engine.bash");
    writeFileSync(stale, "made by an older engine");
    await shell.run(["--help"]);
    expect(completion()).to.contain("plugins:doctor");
    writeFileSync(stale, "is fresh");
    await shell.run(["--help"]);
    expect(completion()).to.equal("is fresh");
  });
});
