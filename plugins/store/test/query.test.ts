import { expect } from "chai";
import { excerptOf } from "../src/query/excerpt.ts";
import { wholeWordTest } from "../src/query/words.ts";
import { task } from "./support/harbour.ts";
import { TestProject } from "./support/project.ts";

describe("Store query", () => {
  let project: TestProject;
  before(() => {
    project = new TestProject();
    project.write(
      "docs/HB-S3-T1/INDEX.md",
      "---\nx: 1\n---\n# Berth calendar\n\n**Status**: implementing\n\nShows berths. Uses v1.2.3 of it.\n",
    );
  });
  after(() => project.remove());

  const ids = async (...args: string[]) =>
    (await project.json("query", ...args)).results.map((result: { id: string }) => result.id);

  it("by flag gives the record, its tasks, its bugs", async () => {
    expect(await ids("--sprint", "S3")).to.deep.equal([
      "S3",
      "HB-S3-T1",
      "HB-S3-T10",
      "HB-S3-T2",
      "HB-BUG-1",
      "HB-BUG-2",
    ]);
    expect(await ids("--feature", "FEAT-1")).to.deep.equal(["FEAT-1", "HB-S3-T1", "HB-S3-T2"]);
    expect(await ids("--bug", "HB-BUG-1")).to.deep.equal(["HB-BUG-1"]);
    expect(await ids("--task", "hb-s3-t1")).to.deep.equal([]);
    expect(await ids("--bug", "HB-BUG-1", "--task", "HB-S3-T1")).to.deep.equal(["HB-S3-T1"]);
  });

  it("keeps a named sprint whatever the status asked for, and nothing else", async () => {
    expect(await ids("--sprint", "S3", "--status", "blocked")).to.deep.equal(["S3", "HB-S3-T10"]);
    expect(await ids("--task", "HB-S3-T1", "--status", "blocked")).to.deep.equal([]);
    expect(await ids("--keyword", "tide", "--status", "reported")).to.deep.equal(["HB-BUG-2"]);
  });

  it("follows foreign keys from any beginning, each record once", async () => {
    expect(await ids("--task", "HB-S3-T10", "--with-blockers", "--with-sprint", "--with-feature")).to.deep.equal([
      "HB-S3-T10",
      "HB-BUG-1",
      "HB-BUG-2",
      "S3",
      "FEAT-1",
    ]);
    expect(await ids("--bug", "HB-BUG-2", "--with-blocked-tasks")).to.deep.equal(["HB-BUG-2", "HB-S3-T2", "HB-S3-T10"]);
    expect(await ids("--sprint", "S3", "--with-blockers", "--with-sprint")).to.deep.equal(await ids("--sprint", "S3"));
  });

  it("by keyword finds whole words of titles, kind by kind", async () => {
    expect(await ids("--keyword", "BERTH")).to.deep.equal(["HB-S2-T1", "HB-S3-T1", "HB-BUG-3"]);
    expect(await ids("--keyword", "berth calendar")).to.deep.equal(["HB-S3-T1"]);
    expect(await ids("--keyword", "größe", "--type", "task")).to.deep.equal(["HB-S3-T10"]);
    expect(await ids("--keyword", "bookings")).to.deep.equal(["S3", "FEAT-1"]);
  });

  it("shows relations, files and the totals", async () => {
    const answer = await project.json("query", "--task", "HB-S3-T1");
    expect(answer).to.deep.include({
      query: "--task HB-S3-T1",
      path: "exact",
      totalMatched: 1,
      returned: 1,
      limit: null,
      sort: null,
    });
    expect(answer.meta).to.include({ mode: "auto", engineVersion: "1.0.0" });
    expect(answer.results[0]).to.deep.equal({
      id: "HB-S3-T1",
      title: "Berth calendar",
      status: "implementing",
      type: "task",
      relationships: { sprintId: "S3", featureId: "FEAT-1", blockedBy: [], blocksTask: [] },
      fileRefs: { json: ".forge/store/tasks/HB-S3-T1.json", md: "docs/HB-S3-T1/INDEX.md" },
      storeRef: ".forge/store/tasks/HB-S3-T1.json",
      indexRef: "docs/HB-S3-T1/INDEX.md",
      excerpt: "Shows berths. Uses v1.2.3 of it.",
    });
    expect(answer.relatedFileRefs).to.deep.equal(["docs/HB-S3-T1/INDEX.md", ".forge/store/tasks/HB-S3-T1.json"]);
    const plain = await project.json("query", "--sprint", "S2", "--no-excerpts");
    expect(plain.results[0]).to.deep.include({ excerpt: null, indexRef: "engineering/sprints/S2/INDEX.md" });
  });

  it("takes words unless told to take flags only, and flags before words", async () => {
    expect(await ids("planned", "tasks")).to.deep.equal(["HB-S3-T2"]);
    expect(await ids("--mode", "nlp", "--task", "HB-S2-T1", "planned tasks")).to.deep.equal(["HB-S3-T2"]);
    expect(await ids("--task", "HB-S2-T1", "planned tasks")).to.deep.equal(["HB-S2-T1"]);
    const misuses = [
      ["--mode", "strict", "planned tasks"],
      ["--mode", "off", "--task", "HB-S2-T1", "planned tasks"],
      ["--mode", "banana", "--task", "HB-S2-T1"],
      ["--mode", "nlp", "--task", "HB-S2-T1"],
      ["--status", "draft"],
      ["--keyword", "x", "--type", "boats"],
      ["--keyword", " "],
      [],
    ];
    for (const args of misuses) {
      const { status, stdout } = await project.run(["query", ...args]);
      expect([status, stdout], args.join(" ")).to.deep.equal([1, ""]);
    }
  });

  it("counts without results", async () => {
    const answer = await project.json("nlp", "how many bugs are not fixed");
    expect(answer).to.deep.include({ count: 2, results: [], totalMatched: 2, returned: 0 });
  });

  it("finds what is stored, valid or not", async () => {
    project.write(".forge/store/tasks/HB-S4-T1.json", { ...task("HB-S4-T1", "t", "on hold"), odd: true });
    expect(await ids("--task", "HB-S4-T1")).to.deep.equal(["HB-S4-T1"]);
    expect((await project.json("list", "task", "odd=true")).length).to.equal(1);
  });
});

describe("An excerpt", () => {
  it("is the first four sentences of the running text", () => {
    expect(excerptOf("# T\n\nOne. Two!\nThree? Four. Five.")).to.equal("One. Two! Three? Four.");
    expect(excerptOf("Title\n=====\n\nOne. Two.")).to.equal("One. Two.");
    expect(excerptOf("No end at all")).to.equal("No end at all");
    expect(excerptOf("Wait... then go.")).to.equal("Wait... then go.");
    expect(excerptOf("Version 1.2.3 is out.\r\n\r\nGood.")).to.equal("Version 1.2.3 is out. Good.");
  });

  it("leaves out what is not running text", () => {
    const page = [
      "---",
      "title: x.",
      "---",
      "# Head.",
      "| a | b |",
      "|---|---|",
      "| c. | d |",
      "<!-- hidden. \n also. -->",
      "***",
      "**Sprint**: S1.",
      "**Status:** open.",
      "Text **bold** stays.",
      "x | y",
      "--|--",
      "1. | 2",
    ].join("\n");
    expect(excerptOf(page)).to.equal("Text **bold** stays.");
    for (const empty of ["", "# only\n", "---\na: b\n---\n", "<!-- never closed"])
      expect(excerptOf(empty), empty).to.equal(null);
  });
});

describe("A keyword", () => {
  const found = (term: string, title: string) => wholeWordTest(term)(title);

  it("is a whole word in letters of any script", () => {
    expect(found("prüfung", "Überprüfung")).to.equal(false);
    expect(found("ÜBERPRÜFUNG", "die Überprüfung, neu")).to.equal(true);
    expect(found("strasse", "Straße")).to.equal(true);
    expect(found("тест", "Тест-план")).to.equal(true);
    expect(found("тес", "Тест-план")).to.equal(false);
    expect(found("ΣΊΣΥΦΟΣ", "ο Σίσυφος")).to.equal(true);
    expect(found("cafe\u0301", "Café am Hafen")).to.equal(true);
    expect(found("料金", "夜間料金の計算")).to.equal(true);
    expect(found("c++", "Port to C++ now")).to.equal(true);
  });

  it("of several words is one phrase", () => {
    expect(found("tide  table", "The tide\ttable import")).to.equal(true);
    expect(found("table tide", "The tide table import")).to.equal(false);
    expect(found("ide table", "The tide table import")).to.equal(false);
  });
});
