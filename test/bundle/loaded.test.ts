import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect } from "chai";
import { newShell, type Shell } from "../support/binary.ts";

/** The files of the bundle that a call has run, as V8 counts them. */
async function loaded(shell: Shell, argv: readonly string[]): Promise<string[]> {
  const folder = join(shell.folder, `coverage-${argv[0]}`);
  mkdirSync(folder);
  const { exit } = await shell.run(argv, { env: { NODE_V8_COVERAGE: folder } });
  expect(exit).to.equal(0);
  const reports = readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
  return reports
    .flatMap(({ result }: { result: { url: string }[] }) => result.map(({ url }) => url))
    .filter((url) => url.includes("/dist/bundle/"))
    .map((url) => basename(url))
    .sort();
}

describe("What a call loads", () => {
  let shell: Shell;
  const on = () => ["--db", shell.db, "--campaign", "c"];

  before(async () => {
    shell = newShell();
    await shell.command("init-campaign");
    await shell.command("mention-entity", { canonicalName: "Mira", type: "PERSONNAGE", description: "x" });
  });
  after(() => shell.drop());

  it("is one file for an operation", async () => {
    expect(await loaded(shell, ["get-scene", ...on()])).to.deep.equal(["hot.cjs"]);
    expect(await loaded(shell, ["lookup-entity", ...on(), "--args", '{"mention":"mira"}'])).to.deep.equal(["hot.cjs"]);
    const mention = JSON.stringify({ canonicalName: "Mira", type: "PERSONNAGE", description: "x" });
    expect(await loaded(shell, ["mention-entity", ...on(), "--args", mention])).to.deep.equal(["hot.cjs"]);
  });

  it("is the check too for a narration", async () => {
    const narration = JSON.stringify({ narration: "Mira entre." });
    const files = await loaded(shell, ["validate-narration", ...on(), "--args", narration]);
    expect(files).to.include.members(["hot.cjs", "builtin.cjs"]);
    for (const file of ["oclif.cjs", "packages.cjs", "json-schema.cjs"]) expect(files).not.to.include(file);
  });

  it("is oclif for help, without the packages that oclif uses elsewhere", async () => {
    const files = await loaded(shell, ["--help"]);
    expect(files).to.include("oclif.cjs");
    expect(files).not.to.include("packages.cjs");
    expect(files).not.to.include("json-schema.cjs");
  });
});
