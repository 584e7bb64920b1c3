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

  it("creates no home", async () => {
    await shell.command("campaign-exists", undefined, { env: { HOME: join(shell.folder, "absent") } });
    expect(existsSync(join(shell.folder, "absent"))).to.equal(false);
  });
});
