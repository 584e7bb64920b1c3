import { spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { BINARY, newShell } from "../support/binary.ts";

/** What Node does with a native module that was compiled for another version of it. */
const REFUSE = `process.dlopen = () => {
  throw Object.assign(new Error("was compiled against a different Node.js version"), { code: "ERR_DLOPEN_FAILED" });
}`;

describe("An installation whose native module does not load", () => {
  it("says so, and what to do, in one line", async () => {
    const shell = newShell();
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REFUSE)}` };
    const { exit, stdout, json } = await shell.command("init-campaign", {}, { env });
    shell.drop();
    expect(json, stdout).to.deep.include({ code: "REPOSITORY_ERROR" });
    expect(stdout).to.match(/^[^\n]*npm rebuild better-sqlite3[^\n]*--allow-scripts=better-sqlite3[^\n]*\n$/);
    expect(exit).to.equal(1);
  });
});

describe("A clone that is not built", () => {
  it("says so, and what to do, in one line", () => {
    const shell = newShell();
    cpSync(dirname(BINARY), join(shell.folder, "bin"), { recursive: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(shell.folder, "bin", "run.js"), "get-scene"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: shell.folder },
    });
    shell.drop();
    expect({ status, stderr }).to.deep.equal({ status: 2, stderr: "" });
    expect(JSON.parse(stdout)).to.have.property("error").that.includes("npm run build");
    expect(stdout).to.match(/^[^\n]+\n$/);
  });
});
