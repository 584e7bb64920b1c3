import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect } from "chai";
import { Engine } from "../../src/engine.ts";
import { operations } from "../../src/operations/index.ts";
import { fieldsOf } from "../../src/surfaces/fields.ts";
import { BINARY, newShell, type Shell } from "../support/binary.ts";
import { EXAMPLE_CAMPAIGN, exampleCanon } from "../support/example-canon.ts";

describe("The help of the command line", () => {
  let shell: Shell;
  let ids: Record<string, string>;

  before(async () => {
    shell = newShell(EXAMPLE_CAMPAIGN);
    const engine = await Engine.open({ db: shell.db, env: {}, dataDir: shell.folder });
    ({ ids } = await exampleCanon(engine));
    engine.close();
    putOnPath(shell.folder);
  });
  after(() => shell.drop());

  it("lists every command, in the order of a turn, and the shared flags", async () => {
    const { exit, stdout, stderr } = await shell.run(["--help"]);
    expect({ exit, stderr }).to.deep.equal({ exit: 0, stderr: "" });
    const listed = [...stdout.matchAll(/^ {2}([a-z-]+) {2,}[A-Z]/gm)].map(([, name]) => name);
    expect(listed.slice(0, operations.length)).to.deep.equal(operations.map(({ name }) => name));
    for (const word of ["--db <path>", "SNEQ_DB", "plugins", "autocomplete"]) expect(stdout).to.include(word);
  });

  it("is the same behind help, -h and --help", async () => {
    const ways = [
      ["help", "get-scene"],
      ["get-scene", "-h"],
      ["get-scene", "--help", "--nope"],
    ];
    const [first, ...others] = await Promise.all(ways.map((argv) => shell.run(argv)));
    expect(first?.stdout).to.include("--campaign <id>");
    for (const other of others) expect(other.stdout).to.equal(first?.stdout);
  });

  it("tells the version", async () => {
    const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
    expect((await shell.run(["--version"])).stdout).to.include(version);
  });

  it("completes commands and flags in a shell", async () => {
    const env = { XDG_CACHE_HOME: join(shell.folder, "cache") };
    expect((await shell.run(["autocomplete", "bash", "--refresh-cache"], { env })).exit).to.equal(0);
    const functions = join(shell.folder, "cache", "sneq-engine", "autocomplete", "functions");
    expect(readFileSync(join(functions, "bash", "sneq-engine.bash"), "utf8")).to.match(/^lookup-entity .*--campaign/m);
  });

  for (const operation of operations)
    it(`shows the arguments of ${operation.name}, and examples that run as they are printed`, async () => {
      const { stdout } = await shell.run([operation.name, "--help"]);
      expect(stdout.split("\n")[0]).to.equal(operation.summary);
      for (const { name, type } of fieldsOf(operation.input())) {
        expect(stdout).to.include(name);
        if (type.length < 12) expect(stdout).to.include(type);
      }
      const calls = printedCalls(stdout);
      expect(calls).to.have.lengthOf(operation.examples.length);
      for (const call of calls) expect(answer(call, shell, ids), call).to.not.have.property("code");
    });

  it("shows how a narration goes in as plain text", async () => {
    const { stdout } = await shell.run(["validate-narration", "--help"]);
    const [call = ""] = printedCalls(stdout).filter((one) => one.startsWith("echo "));
    expect(answer(call, shell, ids))
      .to.have.property("extractedNames")
      .that.deep.equals(["Mira", "Thorbal", "Greywater Keep"]);
  });
});

/** The calls of a help page, as a reader would copy them; lines that end with a backslash go on. */
function printedCalls(page: string): string[] {
  const examples = page.slice(page.indexOf("\nExamples\n"));
  return [...examples.matchAll(/^ {2}\$ ((?:echo [^\n]* \| )?sneq-engine(?:[^\n]*\\\n)*[^\n]*)$/gm)].map(
    ([, call]) => call ?? "",
  );
}

/** What a shell gets from a printed call, once the ids are filled in. */
function answer(call: string, shell: Shell, ids: Record<string, string>): unknown {
  const filled = call.replace(/"<([^<>"]+)>"/g, (_, name: string) => JSON.stringify(ids[name]));
  // The one example that creates its campaign needs a database without it.
  const db = call.startsWith("sneq-engine init-campaign") ? filled.replace("canon.db", "fresh.db") : filled;
  const env = {
    ...process.env,
    HOME: shell.folder,
    PATH: `${join(shell.folder, "bin")}${delimiter}${process.env.PATH}`,
  };
  const { stdout } = spawnSync("sh", ["-c", db], { cwd: shell.folder, env, encoding: "utf8" });
  return JSON.parse(stdout);
}

function putOnPath(folder: string): void {
  const program = join(folder, "bin", "sneq-engine");
  mkdirSync(join(folder, "bin"));
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
  chmodSync(program, 0o755);
}
