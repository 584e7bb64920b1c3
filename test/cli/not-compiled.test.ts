import { expect } from "chai";
import { newShell } from "../support/binary.ts";

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
    expect(stdout).to.match(/^[^\n]*npm rebuild better-sqlite3[^\n]*\n$/);
    expect(exit).to.equal(1);
  });
});
