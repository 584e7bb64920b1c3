import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { Engine } from "../../src/engine.ts";
import { EXAMPLE_CAMPAIGN, exampleCanon } from "../support/example-canon.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUNDLED = [join(ROOT, "bin", "run.js")];
const COMPILED = [
  "--input-type=module",
  "--eval",
  `import { run } from ${JSON.stringify(join(ROOT, "dist", "cli", "main.js"))}; run(process.argv.slice(1));`,
  "--",
];

describe("The bundle", () => {
  let folder: string;
  let db: string;
  let aldric = "";

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "sneq-same-"));
    db = join(folder, "canon.db");
    const engine = await Engine.open({ db, env: {}, dataDir: folder });
    const { ids } = await exampleCanon(engine);
    aldric = Object.values(ids)[0] ?? "";
    engine.close();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const outcome = (program: string[], argv: string[], input = "") => {
    const env = { PATH: process.env.PATH, HOME: folder, SNEQ_STDIN_TIMEOUT_MS: "500" };
    const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...argv], {
      env,
      input,
      encoding: "utf8",
    });
    return { status, stdout, stderr };
  };

  it("gives the bytes and the exit code that the compiled files give", () => {
    const on = ["--db", db, "--campaign", EXAMPLE_CAMPAIGN];
    const args = (id: string, value: unknown, ...flags: string[]) => [
      id,
      ...on,
      "--args",
      JSON.stringify(value),
      ...flags,
    ];
    const calls: [argv: string[], input?: string][] = [
      [["campaign-exists", ...on]],
      [["get-scene", ...on]],
      [["prepare-turn", ...on]],
      [args("lookup-entity", { mention: "le forgeron" })],
      [args("lookup-entity", { mention: "Aldrik Fervant" })],
      [args("lookup-entity", { mention: "", type: "X", other: 1 })],
      [["lookup-entity", ...on], '{"mention":"le vieux"}'],
      [args("get-entity", { entityId: aldric })],
      [args("get-relevant-facts", { entityId: aldric, depth: 2 })],
      [args("suggest-existing", { mention: "Aldryc", type: "PERSONNAGE" })],
      [args("mention-entity", { canonicalName: "Aldric Fervent", type: "PERSONNAGE", description: "x" })],
      [args("collapse-attribute", { entityId: aldric, attributeKey: "taille" })],
      [args("validate-narration", { narration: "Aldric salue Zorbek Thrun, puis Aldwyn rugit.", strict: true })],
      [["validate-narration", ...on, "--format", "github"], "Aldric salue Zorbek Thrun."],
      [args("lookup-entity", { mention: "x" }, "--sourc", "x")],
      [["lookup-entity", "--db", "/", "--campaign", "c", "--args", '{"mention":"x"}']],
      [["lookup-entity", "--db", db, "--campaign", "none", "--args", '{"mention":"x"}']],
      [["get-scene"]],
      [["get-sceen", ...on]],
      [[]],
      [["--help"]],
      [["help"]],
      [["-h"]],
      [["register-fact", "--help"]],
      [["plugins"]],
      [["plugins", "install"]],
      [["--version"]],
    ];
    for (const [argv, input] of calls)
      expect(outcome(BUNDLED, argv, input), argv.join(" ")).to.deep.equal(outcome(COMPILED, argv, input));
  });
});
