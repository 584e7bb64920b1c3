import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { globSync } from "tinyglobby";
import { COMMANDS } from "../../src/cli/all-commands.ts";

const FOLDER = fileURLToPath(new URL("../../src/commands", import.meta.url));

describe("The table of commands", () => {
  it("names every command class there is", () => {
    const ids = globSync("**/*.ts", { cwd: FOLDER }).map((file) =>
      file.replace(/(\/index)?\.ts$/, "").replaceAll("/", ":"),
    );
    expect(ids).to.have.length.greaterThan(15);
    expect(Object.keys(COMMANDS).sort()).to.deep.equal(ids.sort());
  });
});
