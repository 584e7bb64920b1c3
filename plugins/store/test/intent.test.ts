import { expect } from "chai";
import fc from "fast-check";
import { openSession } from "../src/custodian/session.ts";
import { selectByIntent } from "../src/intent/select.ts";
import { ENTITY_FACTS, QUERY_ENTITIES } from "../src/model/entities.ts";
import { FOLLOW_NOTHING } from "../src/query/follow.ts";
import { Shelf } from "../src/query/shelf.ts";
import { task } from "./support/harbour.ts";
import { TestProject } from "./support/project.ts";

const NOBODY: string[] = [];

/** Intents and the ids they find, in any order. */
const MEANINGS: Record<string, string[]> = {
  S3: ["S3"],
  "hb-s3-t10": ["HB-S3-T10"],
  "s3-t10": ["HB-S3-T10"],
  "BUG-002": ["HB-BUG-2"],
  "bug 2": ["HB-BUG-2"],
  "release 3": ["S3"],
  "open bugs": ["HB-BUG-1"],
  "in-progress work items": ["HB-S3-T1"],
  "completed sprints": ["S2"],
  "done epics": ["FEAT-2"],
  "critical defects": ["HB-BUG-1"],
  "critical or minor issues": ["HB-BUG-1", "HB-BUG-3"],
  "bugs that are not fixed": ["HB-BUG-1", "HB-BUG-2"],
  "bugs not fixed or reported": ["HB-BUG-1"],
  "non-critical bugs": ["HB-BUG-2", "HB-BUG-3"],
  "tasks in S3": ["HB-S3-T1", "HB-S3-T2", "HB-S3-T10"],
  "S3's bugs": ["HB-BUG-1", "HB-BUG-2"],
  "tasks in sprints 2 and 10": ["HB-S2-T1", "HB-S2-T2", "HB-S10-T1", "HB-S10-T2"],
  "tasks not in S3 that are draft": ["HB-S10-T1", "HB-S10-T2"],
  "active sprint tasks": ["HB-S3-T1", "HB-S3-T2", "HB-S3-T10"],
  "bugs in the oldest sprint": ["HB-BUG-3"],
  "tasks in sprint10": ["HB-S10-T1", "HB-S10-T2"],
  "Release-3": ["S3"],
  "tasks blocked by anything": ["HB-S3-T2", "HB-S3-T10"],
  "planned tasks and fixed bugs": ["HB-S3-T2", "HB-BUG-3"],
  "planned in S3": ["HB-S3-T2"],
  "tasks in sprint 2 and sprint 10": ["HB-S2-T1", "HB-S2-T2", "HB-S10-T1", "HB-S10-T2"],
  "S3 with bugs": ["S3", "HB-BUG-1", "HB-BUG-2"],
  "HB-S3-T2 with bugs": ["HB-S3-T2", "HB-BUG-2"],
  "is S3 active?": ["S3"],
  "sprints of FEAT-1": ["S3"],
  "which sprint is HB-S3-T1 in": ["HB-S3-T1", "S3"],
  "HB-S3-T1 with feature": ["HB-S3-T1", "FEAT-1"],
  "HB-S3-T10 with blockers": ["HB-S3-T10", "HB-BUG-1", "HB-BUG-2"],
  "HB-BUG-2 with blocked tasks": ["HB-BUG-2", "HB-S3-T2", "HB-S3-T10"],
  "bugs blocking HB-S3-T2": ["HB-BUG-2"],
  "what blocks HB-S3-T10": ["HB-BUG-1", "HB-BUG-2"],
  "what is HB-S3-T2 blocked by": ["HB-BUG-2"],
  "blocked by HB-BUG-1": ["HB-S3-T10"],
  "what does HB-BUG-2 block": ["HB-S3-T2", "HB-S3-T10"],
  "tasks blocked by critical bugs": ["HB-S3-T10"],
  "blocked tasks": ["HB-S3-T10"],
  "bugs blocking S3": ["HB-BUG-1", "HB-BUG-2"],
  "sprints with open bugs": ["S3"],
  "tasks about tide or berth": ["HB-S2-T1", "HB-S3-T1", "HB-S3-T2"],
  'tasks about "berth plan"': ["HB-S2-T1"],
  "bookings sprints": ["S3"],
  größe: ["HB-S3-T10"],
  "tasks 料金": ["HB-S10-T2"],
  "search for planned tasks": ["HB-S3-T2"],
  "WHICH BUGS ARE FIXED?": ["HB-BUG-3"],
  "bugs (.* [": ["HB-BUG-1", "HB-BUG-2", "HB-BUG-3"],
  "escalated tasks": NOBODY,
  "tasks in S99": NOBODY,
  "HB-S99-T1": NOBODY,
  xyzzy: NOBODY,
  "the of what": NOBODY,
  "list all": NOBODY,
  "?!": NOBODY,
};

describe("An intent in words", () => {
  let project: TestProject;
  before(() => {
    project = new TestProject();
  });
  after(() => project.remove());

  const find = (intent: string) => {
    const session = openSession(project.root, true, () => {});
    const shelf = new Shelf(session.store, () => {});
    return selectByIntent(session.project, shelf, { intent, status: undefined, follow: FOLLOW_NOTHING });
  };
  const ids = (intent: string) => find(intent).records.map((stored) => stored.id);

  for (const piece of ["“", "*", "a“", '"'])
    it(`reads ${JSON.stringify(piece)} two hundred thousand times`, () => {
      expect(ids(`S3 tasks x${piece.repeat(200_000)}x`)).to.be.an("array");
    });

  for (const [intent, expected] of Object.entries(MEANINGS)) {
    it(`${JSON.stringify(intent)} finds ${expected.length === 0 ? "nothing" : expected.join(", ")}`, () => {
      expect(ids(intent)).to.have.members(expected);
    });
  }

  it("orders by the numbers of the ids, and cuts to the number asked for", () => {
    expect(ids("latest 2 tasks")).to.deep.equal(["HB-S10-T2", "HB-S10-T1"]);
    expect(ids("the two most recent tasks")).to.deep.equal(["HB-S10-T2", "HB-S10-T1"]);
    expect(ids("bugs newest first")).to.deep.equal(["HB-BUG-3", "HB-BUG-2", "HB-BUG-1"]);
    expect(ids("sprints oldest first")).to.deep.equal(["S2", "S3", "S10"]);
    expect(ids("first three tasks")).to.deep.equal(["HB-S2-T1", "HB-S2-T2", "HB-S3-T1"]);
    expect(ids("newest task in S3")).to.deep.equal(["HB-S3-T10"]);
    expect(ids("top 2 bugs")).to.deep.equal(["HB-BUG-3", "HB-BUG-2"]);
    expect(find("latest sprint")).to.include({ totalMatched: 3, limit: 1, sort: "desc" });
    expect(find("all sprints")).to.include({ totalMatched: 3, limit: null, sort: null });
  });

  it("counts matches, before any limit", () => {
    for (const [intent, count] of Object.entries({
      "how many tasks are in S3": 3,
      "count of draft tasks": 2,
      "number of bugs": 3,
      "bug count": 3,
      "how many of the latest 2 tasks": 7,
      "how many": 0,
    })) {
      expect(find(intent), intent).to.include({ countOnly: true, totalMatched: count });
    }
  });

  it("finds every status and severity by its own name, written with hyphens, spaces or capitals", () => {
    for (const entity of QUERY_ENTITIES) {
      for (const field of ["status", "severity"]) {
        for (const value of ENTITY_FACTS[entity].enums[field] ?? []) {
          const plural = ENTITY_FACTS[entity].plural;
          const expected = find(plural).records.filter((stored) => stored.record[field] === value);
          const spellings = [value, value.replaceAll("-", " "), value.toUpperCase()];
          for (const spelling of spellings) {
            expect(ids(`${spelling} ${plural}`), `${spelling} ${plural}`).to.deep.equal(
              expected.map((stored) => stored.id),
            );
            const others = find(plural).totalMatched - expected.length;
            expect(find(`${plural} not ${spelling}`).totalMatched, `${plural} not ${spelling}`).to.equal(others);
          }
        }
      }
    }
  });

  it("finds any id of the store, whatever it looks like and however it is cased", () => {
    const odd = ["Lotse-α", "wharf.7", "港 12", "Pier 7 north", "a+b", "Ünïcode"];
    for (const id of odd)
      project.write(`.forge/store/tasks/${id}.json`, { ...task("HB-S4-T1", "odd", "draft"), taskId: id });
    for (const id of odd) {
      for (const text of [id, id.toUpperCase(), id.toLowerCase()]) expect(ids(text), text).to.deep.equal([id]);
      expect(ids(`show me ${id}, please`), id).to.deep.equal([id]);
    }
  });

  it("never throws, never repeats, and finds no more than there is", () => {
    const word = fc.oneof(
      fc.constantFrom(
        "tasks",
        "sprint",
        "bugs",
        "open",
        "not",
        "in",
        "S3",
        "latest",
        "2",
        "blocked by",
        "blocking",
        "with",
        "and",
        "or",
        "how many",
        "HB-BUG-1",
        ",",
        "that",
        "are",
        "fixed",
        "of",
        "top",
        "blockers",
        "without",
      ),
      fc.string({ unit: "grapheme", maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 9 }), (words) => {
        const found = find(words.join(" "));
        const keys = found.records.map((stored) => `${stored.entity} ${stored.id}`);
        expect(new Set(keys).size).to.equal(keys.length);
        expect(found.records.length).to.be.at.most(found.totalMatched);
      }),
      { numRuns: 300 },
    );
  });
});
