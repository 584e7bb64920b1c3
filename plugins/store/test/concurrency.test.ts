import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import type { JsonRecord } from "../src/model/entities.ts";
import { terminalStates } from "../src/model/transitions.ts";
import { task } from "./support/harbour.ts";
import { TestProject } from "./support/project.ts";

const WRITER = fileURLToPath(new URL("support/writer.mjs", import.meta.url));
const WRITERS = 20;
const ROUNDS = 10;
const KILLS = 30;

interface Answer {
  from?: string;
  to?: string;
  refused?: string;
}

describe("Writers at the same time", function () {
  this.timeout(240_000);
  let project: TestProject;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    project = new TestProject();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    project.remove();
  });

  const start = async () => {
    // Not this process's own loader: the writer is plain JavaScript.
    const child = fork(WRITER, { cwd: project.root, execArgv: [] });
    children.push(child);
    await once(child, "message");
    return child;
  };
  const ask = async (child: ChildProcess, message: object): Promise<Answer> => {
    const answer = once(child, "message");
    child.send(message);
    return (await answer)[0];
  };

  it("are judged one after the other, whatever each of them wants, and no reader sees a torn file", async () => {
    const writers = await Promise.all(Array.from({ length: WRITERS }, start));
    const wishes = ["implemented", "blocked", "review-approved", "abandoned", "code-revision-required"];
    for (let round = 0; round < ROUNDS; round += 1) {
      project.write(".forge/store/tasks/RACE.json", task("RACE", "t", "implementing"));
      let reading = true;
      const reader = readUntil(project.path(".forge/store/tasks/RACE.json"), () => !reading);
      const answers = await Promise.all(
        writers.map((child, index) => ask(child, { entity: "task", id: "RACE", value: wishes[index % wishes.length] })),
      );
      reading = false;
      expect(await reader).to.be.above(0);
      checkPath(answers, "implementing", String(project.record("tasks/RACE").status));
    }
  });

  it("killed in the middle of a write leave the old record or the new one, and no lock", async () => {
    const versions = ["a", "b"].map((letter) => task("BIG", "t", "draft", { description: letter.repeat(120_000) }));
    project.write(".forge/store/tasks/BIG.json", versions[0] as JsonRecord);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const child = await start();
      await ask(child, { entity: "task", versions });
      await new Promise((done) => setTimeout(done, kill % 10));
      child.kill("SIGKILL");
      await once(child, "close");
      expect(versions.map((version) => JSON.stringify(version))).to.include(
        JSON.stringify(project.record("tasks/BIG")),
      );
    }
    await project.json("update-status", "task", "BIG", "status", "planned");
    const litter = readdirSync(project.path(".forge/store/tasks")).filter((name) => !/^[A-Z].*\.json$/.test(name));
    expect(litter).to.deep.equal([]);
    expect(readdirSync(project.path(".forge/store/.locks"))).to.deep.equal([]);
  });
});

/** Reads a record in a loop, failing on one that is torn; returns how often. */
async function readUntil(file: string, ended: () => boolean): Promise<number> {
  let reads = 0;
  for (; reads === 0 || !ended(); reads += 1) {
    expect(JSON.parse(readFileSync(file, "utf8"))).to.include({ taskId: "RACE" });
    await new Promise((done) => setImmediate(done));
  }
  return reads;
}

/**
 * The answers that succeeded, in some order, lead from one status to the other: into and out of each status equally
 * often but for the two ends, and out of no terminal one.
 */
function checkPath(answers: readonly Answer[], start: string, end: string): void {
  const balance = new Map<string, number>([[start, 1]]);
  for (const { from, to, refused } of answers) {
    if (refused !== undefined) {
      expect(refused).to.match(/^Illegal transition: /);
      continue;
    }
    if (from === to) continue;
    expect(terminalStates("task")).not.to.include(from);
    balance.set(String(from), (balance.get(String(from)) ?? 0) - 1);
    balance.set(String(to), (balance.get(String(to)) ?? 0) + 1);
  }
  for (const [status, left] of balance) expect(left, status).to.equal(status === end ? 1 : 0);
}
