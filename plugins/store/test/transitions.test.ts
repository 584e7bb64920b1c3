import { expect } from "chai";
import fc from "fast-check";
import { ENTITY_FACTS, type Entity } from "../src/model/entities.ts";
import { isLegalTransition, nextStates, terminalStates } from "../src/model/transitions.ts";
import { TestProject } from "./support/project.ts";

const statusesOf = (entity: Entity) => ENTITY_FACTS[entity].enums.status ?? [];
const entities = ["task", "sprint", "bug", "feature"] as const;

describe("Store transitions", () => {
  it("lead along each chain, and nowhere from a terminal state", () => {
    const chains: Record<string, string[]> = {
      task: statusesOf("task").slice(0, 8) as string[],
      sprint: ["planning", "active", "completed", "retrospective-done"],
      bug: ["reported", "triaged", "in-progress", "fixed"],
      feature: ["draft", "active", "shipped"],
    };
    for (const entity of entities) {
      const chain = chains[entity] as string[];
      for (const [index, from] of chain.entries()) {
        for (const [place, to] of chain.entries()) {
          expect(isLegalTransition(entity, from, to), `${entity} ${from} ${to}`).to.equal(
            place === index || place === index + 1,
          );
        }
      }
      for (const end of terminalStates(entity)) expect(nextStates(entity, end)).to.deep.equal([]);
    }
    expect(isLegalTransition("feature", "active", "retired")).to.equal(true);
  });

  it("enter a state of failure from every state that is not terminal", () => {
    fc.assert(
      fc.property(fc.constantFrom("task", "sprint"), fc.nat(), fc.nat(), (entity, from, to) => {
        const failed = {
          task: ["plan-revision-required", "code-revision-required", "blocked", "escalated", "abandoned"],
          sprint: ["blocked", "partially-completed", "abandoned"],
        }[entity as "task" | "sprint"];
        const states = statusesOf(entity as Entity);
        const [start, end] = [states[from % states.length] as string, failed[to % failed.length] as string];
        const legal = isLegalTransition(entity as Entity, start, end);
        expect(legal, `${entity} ${start} ${end}`).to.equal(
          start === end ||
            !terminalStates(entity as Entity).includes(start) ||
            (start === "partially-completed" && end === "retrospective-done"),
        );
      }),
    );
  });

  it("lead back from a failed state only where a way is drawn", () => {
    expect(nextStates("task", "plan-revision-required")).to.include("planned").and.not.to.include("draft");
    expect(nextStates("task", "code-revision-required")).to.include("implementing");
    expect(nextStates("sprint", "blocked")).to.include("active");
    expect(nextStates("sprint", "partially-completed")).to.include("retrospective-done").and.not.to.include("active");
    expect(isLegalTransition("task", "blocked", "implementing")).to.equal(false);
    expect(isLegalTransition("task", "no such state", "abandoned")).to.equal(false);
    expect(isLegalTransition("task", undefined, "draft")).to.equal(false);
  });

  describe("by update-status", () => {
    let project: TestProject;
    beforeEach(() => {
      project = new TestProject();
    });
    afterEach(() => project.remove());
    const update = (...args: string[]) => project.run(["update-status", ...args]);

    it("answer with both ends, and refuse what is not drawn", async () => {
      expect(await project.json("update-status", "task", "HB-S3-T1", "status", "implemented")).to.deep.equal({
        ok: true,
        entity: "task",
        id: "HB-S3-T1",
        field: "status",
        from: "implementing",
        to: "implemented",
        force: false,
        dryRun: false,
      });
      const refused = await update("task", "HB-S3-T1", "status", "committed");
      expect(refused).to.deep.include({ status: 1, stdout: "" });
      expect(refused.stderr).to.equal("Illegal transition: task HB-S3-T1 status: implemented → committed\n");
      expect(project.record("tasks/HB-S3-T1").status).to.equal("implemented");
    });

    it("bypass the order under --force with a warning, never the set of values or the schema", async () => {
      const forced = await update("task", "HB-S3-T1", "status", "committed", "--force");
      expect(forced.status).to.equal(0);
      expect(forced.stderr).to.include("--force");
      const legal = await update("bug", "HB-BUG-2", "status", "triaged", "--force");
      expect(legal).to.include({ status: 0, stderr: "" });
      const outside = await update("bug", "HB-BUG-2", "status", "verified", "--force");
      expect(outside.status).to.equal(1);
      expect(outside.stderr).to.match(/^status: value "verified" not in \[/);
      project.write(".forge/store/tasks/ODD.json", {
        taskId: "ODD",
        sprintId: "S3",
        title: "t",
        status: "draft",
        path: "p",
        odd: 1,
      });
      const invalid = await update("task", "ODD", "status", "committed", "--force");
      expect(invalid.status).to.equal(1);
      expect(invalid.stderr).to.include("odd: undeclared field");
      expect(project.record("tasks/ODD").status).to.equal("draft");
    });

    it("check other closed fields for membership only, and refuse open ones", async () => {
      expect(await project.json("update-status", "bug", "HB-BUG-3", "severity", "critical")).to.include({
        from: "minor",
        to: "critical",
      });
      expect((await update("bug", "HB-BUG-3", "severity", "huge")).stderr).to.match(/^severity: value "huge" not in/);
      for (const field of ["title", "__proto__", "constructor"]) {
        expect((await update("task", "HB-S3-T1", field, "x")).status, field).to.equal(1);
      }
    });
  });
});
