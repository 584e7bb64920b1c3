import { existsSync, writeFileSync } from "node:fs";
import { expect } from "chai";
import { event } from "./support/harbour.ts";
import { TestProject } from "./support/project.ts";

describe("Store events", () => {
  let project: TestProject;
  beforeEach(() => {
    project = new TestProject();
  });
  afterEach(() => project.remove());

  it("are stored by sprint, replaced by the same id, and found in every folder", async () => {
    const answer = await project.json("emit", "S99", JSON.stringify(event("E9", "S99")));
    expect(answer).to.deep.equal({ ok: true, event: true, eventId: "E9", sprintId: "S99", dryRun: false });
    await project.json("emit", "S99", JSON.stringify(event("E9", "S99", { model: "other" })));
    expect(await project.json("read", "event", "E9")).to.include({ model: "other", durationMinutes: 20 });
    project.write(".forge/store/events/S3/_E1_usage.json", { eventId: "E1" });
    const listed = await project.json("list", "event");
    expect(listed.map((each: { eventId: string }) => each.eventId)).to.deep.equal(["E3", "E1", "E2", "E9"]);
  });

  it("of one id in two folders: the first folder's", async () => {
    project.write(".forge/store/events/S10/E1.json", event("E1", "S10"));
    expect(await project.json("read", "event", "E1")).to.include({ sprintId: "S10" });
    expect(await project.json("list", "event", "eventId=E1")).to.have.length(1);
  });

  it("must name the sprint they are given to, and no id that would hide them", async () => {
    const wrong = await project.run(["emit", "S2", JSON.stringify(event("E8", "S3"))]);
    expect(wrong.status).to.equal(1);
    expect(wrong.stderr).to.match(/^sprintId: /);
    const hidden = await project.run(["write", "event", JSON.stringify(event("_E8", "S3"))]);
    expect(hidden.stderr).to.match(/^eventId: /);
    expect((await project.run(["read", "event", "_E1_usage"])).status).to.equal(1);
  });

  it("take over a sidecar's figures under their own names, and nothing else of it", async () => {
    const figures = {
      eventId: "E1",
      inputTokens: 5,
      cacheCreationTokens: 7,
      cost: 0.25,
      model: "m2",
      tokenSource: "reported",
    };
    await project.json("emit", "S3", JSON.stringify(figures), "--sidecar");
    expect(project.record("events/S3/_E1_usage")).to.deep.equal(figures);
    project.write(".forge/store/events/S3/_E1_usage.json", { ...figures, estimatedCostUSD: 0.5, role: "stranger" });
    expect(await project.json("merge-sidecar", "S3", "E1")).to.deep.equal({
      ok: true,
      merged: true,
      eventId: "E1",
      sprintId: "S3",
      dryRun: false,
    });
    expect(project.record("events/S3/E1")).to.deep.equal(
      event("E1", "S3", {
        inputTokens: 5,
        cacheWriteTokens: 7,
        estimatedCostUSD: 0.5,
        model: "m2",
        tokenSource: "reported",
      }),
    );
    expect(existsSync(project.path(".forge/store/events/S3/_E1_usage.json"))).to.equal(false);
  });

  it("refuse a sidecar that is missing, alone, another's, or would break them", async () => {
    const merge = (id: string) => project.run(["merge-sidecar", "S3", id]);
    expect((await merge("E1")).stderr).to.equal("Sidecar not found: .forge/store/events/S3/_E1_usage.json\n");
    project.write(".forge/store/events/S3/_E7_usage.json", { eventId: "E7" });
    expect((await merge("E7")).stderr).to.equal("Canonical event not found: .forge/store/events/S3/E7.json\n");
    for (const sidecar of [{ eventId: "E2" }, { eventId: "E1", inputTokens: -1 }]) {
      project.write(".forge/store/events/S3/_E1_usage.json", sidecar);
      const { status, stdout } = await merge("E1");
      expect([status, stdout]).to.deep.equal([1, ""]);
      expect(project.record("events/S3/E1")).to.deep.equal(event("E1", "S3"));
    }
    const bad = await project.run(["emit", "S3", '{"eventId":"E1","inputTokens":-1,"role":"x"}', "--sidecar"]);
    expect(bad.stderr.trimEnd().split("\n")).to.have.members([
      "inputTokens: value -1 is below minimum 0",
      "role: undeclared field",
    ]);
  });

  it("are purged with their sidecars; other files stay", async () => {
    project.write(".forge/store/events/S3/_E1_usage.json", { eventId: "E1" });
    writeFileSync(project.path(".forge/store/events/S3/progress.log"), "x");
    const files = ["E1.json", "E2.json", "_E1_usage.json"];
    expect(await project.json("purge-events", "S3", "--dry-run")).to.deep.equal({
      purged: false,
      fileCount: 3,
      files,
      dryRun: true,
    });
    expect(await project.json("purge-events", "S3")).to.deep.equal({
      purged: true,
      fileCount: 3,
      files,
      dryRun: false,
    });
    expect(await project.json("purge-events", "S3")).to.include({ purged: false, fileCount: 0 });
    expect(existsSync(project.path(".forge/store/events/S3/progress.log"))).to.equal(true);
    expect(existsSync(project.path(".forge/store/events/S2/E3.json"))).to.equal(true);
  });
});
