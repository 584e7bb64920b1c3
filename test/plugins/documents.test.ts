import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { follow } from "../support/document.ts";
import { publish, Registry } from "../support/registry.ts";
import { CHECKOUT, runProgram, Shell } from "./shell.ts";

describe("what the documents about plugins say, done literally from an empty folder", function () {
  this.timeout(180_000);

  let registry: Registry;
  let shell: Shell;
  beforeEach(async () => {
    registry = await Registry.start();
    shell = new Shell();
    writeFileSync(join(shell.home, ".npmrc"), registry.npmrc);
    const bin = shell.write("bin", { "sneq-engine": `#!/bin/sh\nexec "${process.execPath}" "${shell.bin}" "$@"\n` });
    chmodSync(join(bin, "sneq-engine"), 0o755);
    shell.env.PATH = `${bin}:${shell.env.PATH}`;
    mkdirSync(join(shell.home, "empty"));
  });
  afterEach(async () => {
    await registry.stop();
    shell.remove();
  });
  const document = (name: string) => join(CHECKOUT, "docs", name);

  it("writing a plugin: from nothing to installed", async () => {
    const folder = join(shell.home, "empty");
    expect(await follow(document("writing-a-plugin.md"), folder, shell.env)).to.be.greaterThan(9);

    // The types stand on their own: nothing is installed beside the folder.
    const tsc = join(CHECKOUT, "node_modules", "typescript", "bin", "tsc");
    const strict = ["--noEmit", "--checkJs", "--allowJs", "--strict", "--target", "es2022", "--module", "nodenext"];
    const { stdout } = await runProgram(
      process.execPath,
      [tsc, ...strict, "--types", "", "gate.js", "sneq-plugin.d.ts"],
      {
        cwd: folder,
        env: shell.env,
      },
    );
    expect(stdout).to.equal("");
  });

  it("plugins: install the German pack, check a German narration, uninstall it", async () => {
    await publish(join(CHECKOUT, "plugins", "stopwords-de"), {
      registry,
      home: join(shell.home, "author"),
      env: shell.env,
    });
    expect(await follow(document("plugins.md"), join(shell.home, "empty"), shell.env)).to.equal(6);
  });
});
