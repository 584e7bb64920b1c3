import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { call, type Place, unpack } from "../support/unpacked.ts";

/** A short session whose every answer is checked. */
function session(place: Place): void {
  const on = ["--db", join(place.folder, "canon.db"), "--campaign", "table"];
  const ask = (id: string, args?: object, cwd?: string) => {
    const { status, stdout } = call(place, [id, ...on, ...(args ? ["--args", JSON.stringify(args)] : [])], cwd);
    expect(stdout).to.match(/^[^\n]+\n$/);
    return { status, answer: JSON.parse(stdout) };
  };
  expect(ask("campaign-exists").answer).to.deep.equal({ exists: false });
  expect(ask("init-campaign").answer).to.deep.equal({ campaignId: "table", created: true });
  const made = ask("mention-entity", { canonicalName: "Élise Šedivá", type: "PERSONNAGE", description: "x" });
  expect(made.answer).to.include({ isNew: true });
  expect(ask("lookup-entity", { mention: "elise sediva" }).answer.match.entityId).to.equal(made.answer.entityId);
  const report = ask("validate-narration", { narration: "Élise Šedivá entre avec Bertrand Kowalski." }).answer;
  expect(report.issues.map(({ noun }: { noun: string }) => noun)).to.deep.equal(["Bertrand Kowalski"]);
  const regex = { type: "REGEX", pattern: "^a+$" };
  const entityId = made.answer.entityId;
  expect(ask("add-constraint", { entityId, attributeKey: "cri", rule: regex, justification: "x" }).status).to.equal(0);
  expect(ask("collapse-attribute", { entityId, attributeKey: "nom" }).answer.code).to.equal("PROVIDER_ERROR");
  expect(ask("lookup-entity", { mention: 1 })).to.deep.include({ status: 1 });
  expect(call(place, ["nope"])).to.include({ status: 1 });
  expect(call(place, ["--help"]).stdout).to.include("register-fact");
  expect(call(place, ["register-fact", "--help"]).stdout).to.include("attributeKey");
  expect(call(place, ["--version"]).stdout).to.match(/^@sneq\/engine\/\d/);
}

describe("The packed program", () => {
  let folder: string;
  const env = (home: string) => ({ PATH: process.env.PATH, HOME: home, SNEQ_STDIN_TIMEOUT_MS: "500" });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq packé "));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("answers when installed globally, through npm's link, in an empty home with a space and an accent", () => {
    const program = join(folder, "bin", "sneq-engine");
    mkdirSync(join(folder, "bin"));
    symlinkSync(unpack(folder, "below"), program);
    session({ folder, program, env: env(folder) });
    expect(existsSync(join(folder, ".cache", "sneq-engine"))).to.equal(true);
  });

  it("answers where its dependencies lie beside it, as npx and workspaces have them", () => {
    session({ folder, program: unpack(folder, "beside"), env: env(folder) });
  });

  it("answers behind a link, with nothing beside it but the dependencies it names, as pnpm has it", () => {
    session({ folder, program: unpack(folder, "isolated"), env: env(folder) });
  });

  it("answers without a home, and from a folder that is gone", () => {
    const program = unpack(folder, "below");
    session({ folder, program, env: { PATH: process.env.PATH } });
    const gone = join(folder, "gone");
    mkdirSync(gone);
    const script = 'cd "$1" && rmdir "$1" && "$2" campaign-exists --db "$3/canon.db" --campaign table';
    const out = execFileSync("bash", ["-c", script, "-", gone, program, folder], {
      encoding: "utf8",
      env: env(folder),
    });
    expect(out).to.equal('{"exists":true,"name":"table","embeddingDim":768}\n');
  });

  it("holds everything that a call reads, and no sources or tests", () => {
    const program = unpack(folder, "below");
    const root = join(program, "..", "..");
    expect(readdirSync(root)).to.include.members([
      "bin",
      "data",
      "dist",
      "migrations",
      "prompts",
      "oclif.manifest.json",
    ]);
    expect(readdirSync(root)).not.to.include.members(["src", "test"]);
  });
});
