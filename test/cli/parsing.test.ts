import { expect } from "chai";
import * as fc from "fast-check";
import { asFailure, usageFailure } from "../../src/cli/failure.ts";
import { lastOfEach } from "../../src/cli/last-of-each.ts";
import { nearest } from "../../src/cli/nearest.ts";
import { parseObject } from "../../src/cli/read-args.ts";
import { operations } from "../../src/operations/index.ts";
import { shellWord } from "../../src/surfaces/help.ts";

const FLAGS = { db: { type: "option" }, file: { type: "option", multiple: true }, json: { type: "boolean" } };

describe("What a caller writes", () => {
  it("is an object, or INVALID_ARGS that names where it came from", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => text.replaceAll('"', "'")),
        ),
        (text) => {
          try {
            expect(parseObject(text, "--args")).to.be.an("object");
          } catch (error) {
            const failure = asFailure(error);
            expect(failure.code).to.equal("INVALID_ARGS");
            expect(failure.message).to.match(/^--args /);
          }
        },
      ),
    );
  });

  it("keeps keys that JavaScript treats as its own as plain keys", () => {
    const parsed = { ...parseObject('{"__proto__":{"polluted":1}}', "stdin"), ...parseObject('{"a":1}', "--args") };
    expect(Object.keys(parsed)).to.deep.equal(["__proto__", "a"]);
    expect(parsed).to.not.have.property("polluted");
  });

  it("counts the last of a repeated flag, all of one that may be repeated, and nothing after --", () => {
    const last = (...argv: string[]) => lastOfEach(argv, FLAGS).join(" ");
    expect(last("--db", "a", "--json", "--db=b")).to.equal("--json --db=b");
    expect(last("--file", "a", "--file", "b", "c")).to.equal("--file a --file b c");
    expect(last("--db", "a", "--", "--db", "b")).to.equal("--db a -- --db b");
    expect(last("--db", "a", "--db")).to.equal("--db");
  });

  it("is met with the nearest names, and with none for what resembles nothing", () => {
    const names = operations.map(({ name }) => name);
    for (const [typed, meant] of [
      ["lookup-entty", "lookup-entity"],
      ["Get-Scene", "get-scene"],
      ["validate", "validate-narration"],
      ["regsiter-fact", "register-fact"],
    ])
      expect(nearest(typed ?? "", names)[0]).to.equal(meant);
    expect(nearest("xyzzy", names)).to.deep.equal([]);
  });

  it("survives a shell when printed as an example", () => {
    expect(shellWord("--db")).to.equal("--db");
    expect(shellWord('{"mention":"l\'aïeule"}')).to.equal(`'{"mention":"l'\\''aïeule"}'`);
    expect(shellWord("")).to.equal("''");
  });
});

describe("oclif's complaints", () => {
  it("become one plain sentence", () => {
    const message = (text: string) => usageFailure(new Error(text), { db: { env: "SNEQ_DB" }, x: {} }).message;
    const missing = "\u001B[2mMissing required flag db\n  Missing required flag x\u001B[22m";
    expect(message(`The following errors occurred:\n  ${missing}\nSee more help with --help`)).to.equal(
      "Required, and not given: --db or SNEQ_DB, --x.",
    );
    expect(message("Flag --db expects a value\nSee more help with --help")).to.equal("Flag --db expects a value");
  });
});
