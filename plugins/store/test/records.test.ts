import { existsSync, readFileSync, statSync } from "node:fs";
import { expect } from "chai";
import { task } from "./support/harbour.ts";
import { TestProject } from "./support/project.ts";

describe("Store records", () => {
  let project: TestProject;
  beforeEach(() => {
    project = new TestProject();
  });
  afterEach(() => project.remove());

  const errors = async (...args: string[]) => {
    const { status, stdout, stderr } = await project.run(args);
    expect(status).to.equal(1);
    expect(stdout).to.equal("");
    expect(stderr).not.to.match(/^\s+at /m);
    return stderr.trimEnd().split("\n");
  };

  it("writes a record as indented JSON ending in a newline, and reads it back", async () => {
    const record = task("HB-S10-T3", "Lights on the pier", "draft");
    expect(await project.json("write", "task", JSON.stringify(record))).to.deep.equal({
      ok: true,
      entity: "task",
      id: "HB-S10-T3",
      dryRun: false,
    });
    const text = readFileSync(project.path(".forge/store/tasks/HB-S10-T3.json"), "utf8");
    expect(text).to.equal(`${JSON.stringify(record, null, 2)}\n`);
    const pretty = await project.run(["read", "task", "HB-S10-T3"]);
    expect(pretty.stdout).to.equal(text);
    const line = await project.run(["read", "task", "HB-S10-T3", "--json"]);
    expect(line.stdout).to.equal(`${JSON.stringify(record)}\n`);
  });

  it("takes a payload from stdin, longer than an argument can be", async () => {
    const record = task("HB-S10-T3", "Long", "draft", { description: "x".repeat(300_000) });
    for (const args of [
      ["write", "task"],
      ["write", "task", "-"],
    ]) {
      const { status } = await project.run(args, { input: `\ufeff${JSON.stringify(record)}` });
      expect(status).to.equal(0);
      expect(project.record("tasks/HB-S10-T3")).to.deep.equal(record);
    }
  });

  it("names each field that keeps a record from being stored, and stores nothing", async () => {
    const before = project.digest();
    const bad = { taskId: "T", sprintId: "S3", title: "", status: "finished", planIterations: -1, extra: 1 };
    const lines = await errors("write", "task", JSON.stringify(bad));
    expect(lines).to.have.members([
      "title: missing required field",
      "path: missing required field",
      `status: value "finished" not in [${["draft", "planned", "plan-approved", "implementing", "implemented", "review-approved", "approved", "committed", "plan-revision-required", "code-revision-required", "blocked", "escalated", "abandoned"].join(", ")}]`,
      "planIterations: value -1 is below minimum 0",
      "extra: undeclared field",
    ]);
    expect(project.digest()).to.equal(before);
  });

  it("tells the expected type from the given one", async () => {
    const bad = task("T", "t", "draft", { planIterations: 1.5, blockedBy: [1], summaries: [] });
    expect(await errors("validate", "task", JSON.stringify(bad))).to.have.members([
      "planIterations: expected integer, got number",
      "blockedBy[0]: expected string, got integer",
      "summaries: expected object, got array",
    ]);
  });

  it("accepts null in the nullable fields, but not as a record's own id or an event's sprint", async () => {
    const sprint = { sprintId: "S9", title: "t", status: "planning", taskIds: [], createdAt: "2026-01-01T00:00:00Z" };
    expect(await project.json("validate", "sprint", JSON.stringify({ ...sprint, completedAt: null }))).to.deep.equal({
      ok: true,
      valid: true,
    });
    expect(await errors("validate", "sprint", JSON.stringify({ ...sprint, sprintId: null }))).to.deep.equal([
      "sprintId: expected string, got null",
    ]);
    const [line] = await errors(
      "validate",
      "event",
      JSON.stringify({ ...project.record("events/S3/E1"), sprintId: null }),
    );
    expect(line).to.match(/^sprintId: /);
  });

  it("checks required fields only, and says so, in a project without schemas", async () => {
    project.remove();
    project = new TestProject({ schemas: false });
    const { status, stderr } = await project.run([
      "write",
      "task",
      JSON.stringify(task("T1", "t", "any", { more: 1 })),
    ]);
    expect(status).to.equal(0);
    expect(stderr).to.match(/schema/);
    expect(await errors("validate", "feature", '{"title":"t"}')).to.deep.equal(
      ["id: missing required field", "status: missing required field", "created_at: missing required field"].toSpliced(
        0,
        0,
        "Warning: no schema for feature in the project; only required fields are checked",
      ),
    );
  });

  it("takes schemas from the project first, then from its own sources, and names a damaged one", async () => {
    project.remove();
    project = new TestProject({ schemas: false });
    project.write("forge/schemas/task.schema.json", {
      type: "object",
      properties: { taskId: {} },
      additionalProperties: false,
    });
    expect(await errors("validate", "task", '{"taskId":"T1","more":1}')).to.deep.equal(["more: undeclared field"]);
    project.write(".forge/schemas/task.schema.json", { $schema: "https://json-schema.org/draft/2020-12/schema" });
    expect(await project.json("validate", "task", '{"taskId":"T1","more":1}')).to.deep.equal({ ok: true, valid: true });
    for (const damaged of ["{", "[]", '{"type":7}']) {
      project.write(".forge/schemas/task.schema.json", damaged);
      const [line] = await errors("validate", "task", '{"taskId":"T1"}');
      expect(line, damaged).to.include("task.schema.json");
    }
  });

  it("lists in file-name order, with filters that compare text", async () => {
    const ids = async (...filters: string[]) =>
      (await project.json("list", "task", ...filters)).map((record: { taskId: string }) => record.taskId);
    expect(await ids("sprintId=S3")).to.deep.equal(["HB-S3-T1", "HB-S3-T10", "HB-S3-T2"]);
    expect(await ids("status=draft", "status=planned")).to.deep.equal(["HB-S3-T2"]);
    expect(await ids("feature_id=null")).to.deep.equal([]);
    expect(await errors("list", "task", "draft")).to.have.length(1);
  });

  it("deletes a record, once", async () => {
    expect(await project.json("delete", "bug", "HB-BUG-3")).to.deep.equal({
      ok: true,
      deleted: "bug/HB-BUG-3",
      dryRun: false,
    });
    expect(existsSync(project.path(".forge/store/bugs/HB-BUG-3.json"))).to.equal(false);
    expect(await errors("delete", "bug", "HB-BUG-3")).to.deep.equal(["Entity not found: bug HB-BUG-3"]);
  });

  it("stores the collation state, and nothing but its five fields", async () => {
    const state = { collatedAt: "2026-05-05T00:00:00Z", featureCount: 1, sprintCount: 2, taskCount: 3, bugCount: 0 };
    await project.json("write-collation-state", JSON.stringify(state));
    expect(project.record("COLLATION_STATE")).to.deep.equal(state);
    expect(await errors("write-collation-state", JSON.stringify({ ...state, bugCount: -1, note: "" }))).to.have.members(
      ["bugCount: value -1 is below minimum 0", "note: undeclared field"],
    );
  });

  it("changes nothing in a dry run of any writing command", async () => {
    project.write(".forge/store/events/S3/_E1_usage.json", { eventId: "E1", inputTokens: 5 });
    const before = project.digest();
    const calls: string[][] = [
      ["write", "task", JSON.stringify(task("HB-S3-T1", "Changed", "draft"))],
      ["write", "feature", '{"id":"NEW","title":"t","status":"draft","created_at":"2026-01-01T00:00:00Z"}'],
      ["delete", "task", "HB-S3-T1"],
      ["update-status", "task", "HB-S3-T1", "status", "implemented"],
      ["emit", "S77", JSON.stringify({ ...project.record("events/S3/E1"), sprintId: "S77" })],
      ["emit", "S3", '{"eventId":"E2","inputTokens":1}', "--sidecar"],
      ["merge-sidecar", "S3", "E1"],
      ["purge-events", "S3"],
      [
        "write-collation-state",
        '{"collatedAt":"2026-05-05T00:00:00Z","featureCount":0,"sprintCount":0,"taskCount":0,"bugCount":0}',
      ],
    ];
    for (const call of calls) expect(await project.json(...call, "--dry-run"), call[0]).to.include({ dryRun: true });
    expect(project.digest()).to.equal(before);
  });

  it("finds the project from a folder below, and its store where the configuration says", async () => {
    project.remove();
    project = new TestProject({ records: false, config: { paths: { store: "../elsewhere-store" } } });
    project.write("docs/deep/x.md", "");
    const record = JSON.stringify(task("T1", "t", "draft"));
    expect((await project.run(["write", "task", record], { cwd: "docs/deep" })).status).to.equal(0);
    expect(statSync(project.path("../elsewhere-store/tasks/T1.json")).isFile()).to.equal(true);
    const { results } = await project.json("query", "--task", "T1");
    expect(results[0].storeRef).to.equal("../elsewhere-store/tasks/T1.json");
    const { rmSync } = await import("node:fs");
    rmSync(project.path("../elsewhere-store"), { recursive: true });
  });

  it("refuses a number that would be stored as null", async () => {
    const before = project.digest();
    for (const [field, json] of [
      ["planIterations", '"planIterations":1e400'],
      ["summaries", '"summaries":{"plan":[-1e999]}'],
    ]) {
      const [line] = await errors(
        "write",
        "task",
        `{"taskId":"T","sprintId":"S3","title":"t","status":"draft","path":"p",${json}}`,
      );
      expect(line).to.match(new RegExp(`^${field}: `));
    }
    expect(project.digest()).to.equal(before);
  });

  describe("under a schema that refers to another file", () => {
    const withReference = (reference: string, more: Record<string, unknown> = {}) => {
      project.write(".forge/schemas/task.schema.json", {
        ...more,
        type: "object",
        required: ["taskId", "sprintId", "status"],
        properties: { status: { $ref: reference } },
      });
      project.write(".forge/schemas/common.schema.json", {
        definitions: { status: { $ref: "words/status.json#/values" } },
      });
      project.write(".forge/schemas/words/status.json", { values: { type: "string", enum: ["draft", "planned"] } });
    };
    const wrong = JSON.stringify({ taskId: "T", sprintId: "S3", status: "blocked" });
    const refusal = 'status: value "blocked" not in [draft, planned]';

    it("finds the file in the schema's own folder, by its name or under the schema's $id", async () => {
      withReference("common.schema.json#/definitions/status");
      expect(await errors("validate", "task", wrong)).to.deep.equal([refusal]);
      withReference("common.schema.json#/definitions/status", { $id: "https://example.com/store/task.schema.json" });
      expect(await errors("validate", "task", wrong)).to.deep.equal([refusal]);
      withReference("https://example.org/any/common.schema.json#/definitions/status");
      expect(await errors("validate", "task", wrong)).to.deep.equal([refusal]);
      expect((await project.json("schema")).entities.tasks.status).to.deep.equal(["draft", "planned"]);
      await project.json("write", "task", JSON.stringify({ taskId: "T", sprintId: "S3", status: "draft" }));
      expect(await project.json("update-status", "task", "T", "status", "planned")).to.include({ to: "planned" });
    });

    it("names what is not there, and reads nothing outside the folder", async () => {
      for (const address of ["nowhere.json", "../config.json", "/etc/hostname", "https://example.com/x.json"]) {
        withReference(`${address}#/a`);
        const [line, ...more] = await errors("validate", "task", wrong);
        expect(line)
          .to.match(/^\.forge.schemas.task\.schema\.json: refers to /)
          .and.to.contain(address);
        expect(more).to.deep.equal([]);
      }
    });
  });
});
