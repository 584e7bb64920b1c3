import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { newShell, type Shell } from "../support/binary.ts";

const CLEAN = "Mira attend.\n";
const DRIFTED = "Mira attend.\nElle craint Aldwyn, dit-on.\n";

describe("validate-narration on the command line", () => {
  let shell: Shell;
  const check = (flags: string[], call = {}) => shell.command("validate-narration", undefined, { flags, ...call });

  before(async () => {
    shell = newShell();
    await shell.command("init-campaign", {});
    for (const canonicalName of ["Mira", "Alduin"])
      await shell.command("mention-entity", { canonicalName, type: "PERSONNAGE", description: "" });
    mkdirSync(join(shell.folder, "chapters"));
    writeFileSync(join(shell.folder, "chapters", "1.md"), CLEAN);
    writeFileSync(join(shell.folder, "chapters", "2.md"), `\uFEFF${DRIFTED}`);
    writeFileSync(join(shell.folder, "[draft].md"), CLEAN);
  });
  after(() => shell.drop());

  it("takes raw text on stdin as the narration, whatever it looks like", async () => {
    expect((await check([], { stdin: DRIFTED })).json).to.have.nested.property("issues[0].noun", "Aldwyn");
    expect((await check([], { stdin: "{Aldwyn" })).json).to.have.property("ok");
    expect((await check([], { stdin: JSON.stringify({ narration: CLEAN }) })).json).to.have.property("ok", true);
  });

  it("reports on files by path, each once, with an idle stdin left alone", async () => {
    const call = { idle: true, env: { SNEQ_STDIN_TIMEOUT_MS: "600000" } };
    const flags = ["--file", "chapters/*.md", "--file", "chapters/1.md", "--file", "[draft].md"];
    const { files } = (await check(flags, call)).json as { files: { path: string; ok: boolean }[] };
    expect(files.map(({ path, ok }) => [path, ok])).to.deep.equal([
      ["chapters/1.md", true],
      ["chapters/2.md", false],
      ["[draft].md", true],
    ]);
  });

  it("exits 1 with the report when strict and something is found", async () => {
    const strict = ["--args", '{"strict":true}'];
    expect((await check(["--file", "chapters/1.md", ...strict])).exit).to.equal(0);
    const found = await check(["--file", "chapters/1.md", "--file", "chapters/2.md", ...strict]);
    expect(found.exit).to.equal(1);
    expect(found.json).to.have.nested.property("files[1].issues[0].noun", "Aldwyn");
  });

  it("takes the other arguments of files from stdin, as every command does", async () => {
    const file = ["--file", "chapters/2.md"];
    for (const flags of [file, [...file, "--args", "-"], [...file, "--args", '{"type":"PERSONNAGE"}']])
      expect((await check(flags, { stdin: '{"strict":true}' })).exit, flags.join(" ")).to.equal(1);
    const overruled = await check([...file, "--args", '{"strict":false}'], { stdin: '{"strict":true}' });
    expect(overruled.exit).to.equal(0);
    for (const stdin of ["", "\n"]) expect((await check(file, { stdin })).json).to.have.property("files");
    for (const stdin of ["Mira attend.", '{"narration":"Mira attend."}', "[]"]) {
      const { exit, json } = await check(file, { stdin });
      expect(exit).to.equal(1);
      expect(json, stdin).to.include({ code: "INVALID_ARGS" });
      expect(json).to.have.property("error").that.includes("</dev/null");
    }
  });

  it("refuses files that are absent, patterns that match none, and a narration beside files", async () => {
    for (const flags of [
      ["--file", "absent.md"],
      ["--file", "absent/*.md"],
      ["--file", "chapters/1.md", "--args", '{"narration":"x"}'],
    ])
      expect((await check(flags)).json, flags.join(" ")).to.have.property("code", "INVALID_ARGS");
  });

  it("writes SARIF, workflow commands, or a page with the words underlined, wherever stdout goes", async () => {
    const files = ["--file", "chapters/2.md", "--format"];
    const sarif = (await check([...files, "sarif"])).json;
    expect(sarif).to.have.property("version", "2.1.0");
    const result = "runs[0].results[0]";
    expect(sarif).to.have.nested.property(`${result}.ruleId`, "below-threshold");
    const physical = `${result}.locations[0].physicalLocation`;
    expect(sarif).to.have.nested.property(`${physical}.artifactLocation.uri`, "chapters/2.md");
    expect(sarif)
      .to.have.nested.property(`${physical}.region`)
      .that.deep.equals({ startLine: 2, startColumn: 13, charOffset: 25, charLength: 6 });

    const github = (await check([...files, "github"])).stdout;
    expect(github).to.match(
      /^::warning file=chapters\/2\.md,line=2,col=13,endColumn=19,title=below-threshold::.*Aldwyn/,
    );

    const page = (await check([...files, "stylish"])).stdout;
    expect(page).to.include("chapters/2.md:2:13 Aldwyn");
    expect(page).to.include("Elle craint Aldwyn, dit-on.\n              ~~~~~~");
  });
});
