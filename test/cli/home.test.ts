import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { newShell, type Shell } from "../support/binary.ts";

describe("A call in a home that is none", () => {
  let shell: Shell;

  before(() => {
    shell = newShell();
    writeFileSync(join(shell.folder, "file"), "");
  });
  after(() => shell.drop());

  // A mkdir in /proc answers ENOENT, as it does under an automounter.
  const homes: [what: string, path: (folder: string) => string][] = [
    ["a file", (folder) => join(folder, "file")],
    ["absent", (folder) => join(folder, "absent")],
    ["a folder that takes no folders", () => "/proc"],
    ["empty", () => ""],
  ];
  for (const [what, path] of homes)
    it(`answers and ends as ever: ${what}`, async () => {
      const outcome = await shell.command("campaign-exists", undefined, { env: { HOME: path(shell.folder) } });
      expect(outcome).to.deep.include({ exit: 0, stderr: "", json: { exists: false } });
    });

  it("says of a data folder that is a file that plugins cannot be kept there, and goes on without any", async () => {
    const env = { SNEQ_ENGINE_DATA_DIR: join(shell.folder, "file") };
    const listed = await shell.run(["plugins"], { env });
    expect(listed).to.deep.include({ exit: 0, stderr: "" });
    expect(listed.json).to.have.property("plugins").that.deep.equals([]);
    const reset = await shell.run(["plugins", "reset"], { env });
    expect(reset).to.deep.include({ exit: 1, stderr: "" });
    expect(reset.json).to.have.property("code", "NOT_WRITABLE");
  });

  it("creates no home", async () => {
    await shell.command("campaign-exists", undefined, { env: { HOME: join(shell.folder, "absent") } });
    expect(existsSync(join(shell.folder, "absent"))).to.equal(false);
  });
});
