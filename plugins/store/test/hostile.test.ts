import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { idProblem, MAX_ID_BYTES } from "../src/model/ids.ts";
import { event, task } from "./support/harbour.ts";
import { TestProject } from "./support/project.ts";

describe("A hostile store", () => {
  let project: TestProject;
  beforeEach(() => {
    project = new TestProject();
  });
  afterEach(() => project.remove());

  const refused = async (args: string[], named: string) => {
    const before = project.digest();
    const { status, stdout, stderr } = await project.run(args);
    expect([status, stdout], args.join(" ")).to.deep.equal([1, ""]);
    expect(stderr)
      .to.include(named)
      .and.not.match(/\n\s+at /);
    expect(project.digest(), `${args.join(" ")} changed something`).to.equal(before);
  };

  it("gets no path past an id", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 12 }),
        fc.constantFrom("/", "\\", "..", "\u0000", "\n"),
        (text, part) => {
          expect(idProblem(`a${text}${part}${text}b`)).to.be.a("string");
        },
      ),
    );
    for (const id of [
      "",
      " ",
      ".",
      "..",
      ".hidden",
      "nul",
      "COM1",
      "con.json",
      "__proto__",
      "é".repeat(101),
      "\ud800",
    ]) {
      expect(idProblem(id), JSON.stringify(id)).to.be.a("string");
    }
    for (const id of ["S12", "é".repeat(MAX_ID_BYTES / 2), "日本 1", "a.b", "100%", "constructor"])
      expect(idProblem(id)).to.equal(undefined);
  });

  it("has ids refused in every command", async () => {
    const bad = "../tasks/HB-S3-T1";
    await refused(["read", "task", bad], "id");
    await refused(["delete", "event", bad], "Id");
    await refused(["update-status", "task", bad, "status", "draft"], "id");
    await refused(["write", "task", JSON.stringify({ ...task("HB-S3-T1", "t", "draft"), taskId: bad })], "taskId");
    await refused(["write", "event", JSON.stringify(event("E1", bad))], "sprintId");
    await refused(["emit", bad, JSON.stringify(event("E1", bad))], "sprintId");
    await refused(["emit", "S3", JSON.stringify({ eventId: bad }), "--sidecar"], "eventId");
    await refused(["merge-sidecar", bad, "E1"], "sprintId");
    await refused(["merge-sidecar", "S3", bad], "eventId");
    await refused(["purge-events", "."], "sprintId");
    await refused(["purge-events", ""], "sprintId");
    for (const flag of ["--task", "--sprint", "--bug", "--feature"]) await refused(["query", flag, bad], flag);
  });

  it("is never followed out of itself through a record that is a link", async () => {
    project.write("outside/secret.json", task("LINK", "t", "draft"));
    symlinkSync("../../../outside/secret.json", project.path(".forge/store/tasks/LINK.json"));
    const record = JSON.stringify(task("LINK", "changed", "draft"));
    await refused(["read", "task", "LINK"], "LINK");
    await refused(["write", "task", record, "--dry-run"], "LINK");
    await refused(["delete", "task", "LINK", "--dry-run"], "LINK");
    await refused(["query", "--task", "LINK"], "LINK");
    await refused(["list", "task"], "LINK");
    for (const args of [
      ["write", "task", record],
      ["update-status", "task", "LINK", "status", "planned"],
    ]) {
      expect((await project.run(args)).status).to.equal(1);
    }
    expect(project.record("../../outside/secret")).to.deep.equal(task("LINK", "t", "draft"));
  });

  it("is never followed out of itself through a folder that is a link", async () => {
    mkdirSync(project.path("outside"));
    project.write("outside/E1.json", event("E1", "S50"));
    symlinkSync("../../../outside", project.path(".forge/store/events/S50"));
    await refused(["purge-events", "S50"], "S50");
    await refused(["emit", "S50", JSON.stringify(event("E2", "S50")), "--dry-run"], "E2");
    expect((await project.run(["emit", "S50", JSON.stringify(event("E2", "S50"))])).status).to.equal(1);
    rmSync(project.path(".forge/store/.locks"), { recursive: true });
    symlinkSync("../../outside", project.path(".forge/store/.locks"));
    expect((await project.run(["delete", "task", "HB-S3-T1"])).status).to.equal(1);
    const { stdout } = await project.run(["read", "task", "HB-S3-T1"]);
    expect(stdout).to.include("HB-S3-T1");
  });

  it("reads no document outside the project for an excerpt", async () => {
    const outside = new TestProject();
    outside.write("INDEX.md", "Secret sentence.");
    project.write(".forge/store/tasks/A.json", {
      ...task("A", "t", "draft"),
      path: `../${outside.root.split("/").at(-1)}`,
    });
    mkdirSync(project.path("docs"));
    symlinkSync(outside.root, project.path("docs/B"));
    project.write(".forge/store/tasks/B.json", { ...task("B", "t", "draft"), path: "docs/B" });
    for (const id of ["A", "B"])
      expect((await project.json("query", "--task", id)).results[0].excerpt, id).to.equal(null);
    outside.remove();
  });

  it("hides no good record behind a damaged one", async () => {
    const damage: Record<string, string> = { X1: "{bad", X2: "", X3: "[]", X4: "null" };
    for (const [id, text] of Object.entries(damage)) project.write(`.forge/store/tasks/${id}.json`, text);
    mkdirSync(project.path(".forge/store/tasks/X5.json"));
    for (const args of [
      ["list", "task"],
      ["nlp", "all tasks"],
    ]) {
      const { status, stdout, stderr } = await project.run(args);
      expect(status).to.equal(0);
      const found = JSON.parse(stdout);
      expect((found.results ?? found).length).to.equal(7);
      for (const id of ["X1", "X2", "X3", "X4", "X5"]) expect(stderr).to.include(`${id}.json`);
    }
    await refused(["read", "task", "X1"], "X1.json");
    expect((await project.run(["delete", "task", "X1"])).status).to.equal(0);
  });

  it("takes a record that is not UTF-8 for a damaged one, which no update may rewrite", async () => {
    const bytes = Buffer.from(JSON.stringify(task("L1", "caf\u00e9", "draft")), "latin1");
    writeFileSync(project.path(".forge/store/tasks/L1.json"), bytes);
    await refused(["read", "task", "L1"], "not UTF-8");
    expect((await project.run(["update-status", "task", "L1", "status", "planned"])).status).to.equal(1);
    expect(readFileSync(project.path(".forge/store/tasks/L1.json"))).to.deep.equal(bytes);
    project.write(".forge/store/tasks/L2.json", task("L2", "\ufffd", "draft"));
    expect(await project.json("read", "task", "L2")).to.include({ title: "\ufffd" });
  });

  it("leaves nothing behind a record that cannot be written", async () => {
    const nested = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const payload = JSON.stringify(task("D", "t", "draft", { summaries: 0 })).replace(
      '"summaries":0',
      `"summaries":${nested}`,
    );
    const { status, stderr } = await project.run(["write", "task"], { input: payload });
    expect(status).to.equal(1);
    expect(stderr.trimEnd().split("\n")).to.have.length(1);
    expect(readdirSync(project.path(".forge/store/tasks")).filter((name) => name.startsWith("."))).to.deep.equal([]);
  });

  it("names a damaged configuration, and a file where a folder should be, in one line", async () => {
    project.write(".forge/config.json", "{");
    await refused(["list", "task"], "config.json");
    project.remove();
    project = new TestProject({ records: false });
    project.write(".forge/store/tasks", "x");
    const { status, stderr } = await project.run(["list", "task"]);
    expect(status).to.equal(1);
    expect(stderr.trimEnd().split("\n")).to.have.length(1);
  });

  it("cannot start a line of stderr from within a name", async () => {
    const { stderr } = await project.run(["validate", "task", '{"a\\nb: fine":1}']);
    expect(stderr).to.include("a\\u000ab: fine: undeclared field");
  });
});
