import { expect } from "chai";
import { Engine } from "../../src/engine.ts";
import { newShell, type Outcome, type Shell } from "../support/binary.ts";
import { EXAMPLE_CAMPAIGN, exampleCanon } from "../support/example-canon.ts";

/** Makes the process believe that stdout and stderr are a terminal of this many columns. */
const terminal = (columns: number) => {
  const pretend = `
    import fs from "node:fs"; import tty from "node:tty"; import { syncBuiltinESMExports } from "node:module";
    const { fstatSync } = fs, device = { isCharacterDevice: () => true, rdev: -1 };
    fs.fstatSync = (fd, ...rest) => (fd === 1 || fd === 2 ? device : fstatSync(fd, ...rest));
    tty.isatty = (fd) => fd === 1 || fd === 2;
    syncBuiltinESMExports();
    for (const s of [process.stdout, process.stderr])
      Object.assign(s, { isTTY: true, columns: ${columns}, getWindowSize: () => [${columns}, 24] });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(pretend)}`, TERM: "xterm" };
};
const PLAIN = { ...terminal(80), NO_COLOR: "1" };
const ESCAPE = "\u001B[";

describe("A person at a terminal", () => {
  let shell: Shell;
  let ids: Record<string, string>;
  const ask = async (command: string, args?: object, env: Record<string, string> = PLAIN): Promise<Outcome> => {
    const outcome = await shell.command(command, args, { env });
    for (const text of [outcome.stdout, outcome.stderr])
      for (const line of text.split("\n"))
        if (!text.includes(ESCAPE)) expect(line.length, line).to.be.at.most(env === PLAIN ? 80 : 120);
    return outcome;
  };

  before(async () => {
    shell = newShell(EXAMPLE_CAMPAIGN);
    const engine = await Engine.open({ db: shell.db, env: {}, dataDir: shell.folder });
    ({ ids } = await exampleCanon(engine));
    engine.close();
  });
  after(() => shell.drop());

  it("sees the scene with everyone in it and what is known of them", async () => {
    const { stdout } = await ask("prepare-turn");
    expect(stdout)
      .to.match(/^Turn 1 scene_/)
      .and.include("La forge au crépuscule");
    expect(stdout).to.match(/^Aldric Fervent PERSONNAGE ent_/m);
    expect(stdout).to.match(/^ {2}ancien_metier {2}"capitaine" {2}HISTORIQUE {2}GM_NARRATION {2}0$/m);
  });

  it("sees the place and everyone present by their names", async () => {
    for (const command of ["get-scene", "prepare-turn"]) {
      const { stdout } = await ask(command);
      expect(stdout).to.match(/^place +La Forge de Valmure +ent_/m);
      expect(stdout).to.match(/^present +Mira +ent_/m);
    }
  });

  it("gets a page of 80 columns where the terminal does not know its size", async () => {
    const unsized = await ask("lookup-entity", { mention: "Aldwyn" }, { ...terminal(0), NO_COLOR: "1" });
    expect(unsized.stdout).to.equal((await ask("lookup-entity", { mention: "Aldwyn" })).stdout);
  });

  it("sees who a mention means, or who comes near", async () => {
    const found = await ask("lookup-entity", { mention: "le forgeron" });
    expect(found.stdout).to.match(/^✓ “le forgeron” is Aldric Fervent \(PERSONNAGE\)/);
    const near = await ask("lookup-entity", { mention: "Aldwyn" });
    expect(near.stdout).to.match(/^Alduin {2}PERSONNAGE {2}\d\d %/m);
    expect((await ask("lookup-entity", { mention: "Zzyzx" })).stdout).to.equal("✗ “Zzyzx” is unknown.\n");
  });

  it("sees the signs of a text, and its terminal obeys none of them", async () => {
    const description = "\u001b]0;owned\u0007\u001b[2J\u009b2J\u202eevil\rHide\tand\r\nseek";
    const made = await ask("mention-entity", { canonicalName: "Zyx\u202eov", type: "OBJET", description });
    expect(made.stdout).to.match(/^✓ Zyx\ufffdov is new/);
    const found = (await shell.command("lookup-entity", { mention: "Zyx\u202eov" })).json as {
      match: { entityId: string };
    };
    const { entityId } = found.match;
    const page = (await ask("get-entity", { entityId })).stdout;
    expect(page).to.include("␛]0;owned␇␛[2J\ufffd2J\ufffdevil␍Hide and\n  seek");
    expect((await shell.command("get-entity", { entityId })).json).to.have.property("description", description);
    expect((await ask("get-entity", { entityId: "\u001b[2J" }, { ...PLAIN })).stderr).to.not.match(/\u001b/);
  });

  it("sees what stands against a fact", async () => {
    const claim = {
      entityId: ids["Aldric Fervent"],
      category: "HISTORIQUE",
      value: { type: "STRING", value: "moine" },
    };
    const { stdout, exit } = await ask("register-fact", { ...claim, attributeKey: "ancien_metier" });
    expect(exit).to.equal(0);
    expect(stdout)
      .to.match(/^✗ Nothing was written/)
      .and.include('"capitaine"');
  });

  it("sees the offending words underlined in their line", async () => {
    const narration = "La nuit tombe.\nAu loin, Aldwyn rugit encore.";
    const { stdout } = await ask("validate-narration", { narration });
    const [excerpt, underline] = stdout.split("\n").slice(1, 3);
    expect(excerpt).to.equal("  Au loin, Aldwyn rugit encore.");
    expect(underline).to.equal("           ~~~~~~");
  });

  it("sees errors on stderr, with every wrong place, and the same exit code", async () => {
    const { stdout, stderr, exit } = await ask("lookup-entity", { mention: 3, mentoin: "x" });
    expect({ stdout, exit }).to.deep.equal({ stdout: "", exit: 1 });
    expect(stderr)
      .to.match(/^✗ VALIDATION_FAILED\n/)
      .and.include("• mention: ")
      .and.include("• mentoin: ");
  });

  it("sees colours, unless NO_COLOR refuses them; FORCE_COLOR brings them into a pipe", async () => {
    expect((await ask("get-scene", undefined, terminal(120))).stdout).to.include(ESCAPE);
    expect((await ask("get-scene")).stdout).to.not.include(ESCAPE);
    const flags = ["--format", "stylish", "--args", '{"narration":"Aldwyn rugit."}'];
    const piped = await shell.command("validate-narration", undefined, { flags, env: { FORCE_COLOR: "1" } });
    expect(piped.stdout).to.include(ESCAPE);
  });

  it("gets the machine's line with --json", async () => {
    const { json, stdout } = await shell.command("campaign-exists", undefined, { flags: ["--json"], env: PLAIN });
    expect(json).to.have.property("exists", true);
    expect(stdout.split("\n")).to.have.lengthOf(2);
  });

  it("gets the help, and exit 0, without a command", async () => {
    const { stdout, exit } = await shell.run([], { env: PLAIN });
    expect(exit).to.equal(0);
    expect(stdout).to.include("lookup-entity");
  });

  it("has wide pages for a wide terminal, of the same words", async () => {
    const [narrow, wide] = await Promise.all([
      ask("get-entity", { entityId: ids["Aldric Fervent"] }),
      ask("get-entity", { entityId: ids["Aldric Fervent"] }, { ...terminal(120), NO_COLOR: "1" }),
    ]);
    expect(wide.stdout.split(/\s+/)).to.deep.equal(narrow.stdout.split(/\s+/));
  });
});
