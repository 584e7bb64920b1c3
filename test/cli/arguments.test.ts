import { spawnSync } from "node:child_process";
import { closeSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { BINARY, newShell, type Outcome, type Shell } from "../support/binary.ts";

const code = (outcome: Outcome) => (outcome.json as { code?: string } | undefined)?.code;
const failure = (outcome: Outcome) => (outcome.json as { error: string }).error;

describe("The arguments of a call", () => {
  let shell: Shell;
  const lookup = (args: string, call = {}) =>
    shell.command("lookup-entity", undefined, { flags: ["--args", args], ...call });

  before(async () => {
    shell = newShell();
    await shell.command("init-campaign", {});
    await shell.command("mention-entity", { canonicalName: "L'Aïeule", type: "PERSONNAGE", description: "d'ici" });
  });
  after(() => shell.drop());

  for (const bad of ["{", "[]", "3", "null", '"x"', "true", ""])
    it(`are refused when --args is ${bad || "empty"}`, async () => {
      expect(code(await lookup(bad))).to.equal("INVALID_ARGS");
    });

  for (const eaten of ["{mention:x}", "{'mention':'x'}"])
    it(`whose quotes a shell took (${eaten}) are refused with both ways out`, async () => {
      const outcome = await lookup(eaten);
      expect(code(outcome)).to.equal("INVALID_ARGS");
      expect(failure(outcome)).to.include("stdin").and.include("@file.json");
    });

  it("come from stdin, under those of --args key by key", async () => {
    const stdin = '\uFEFF{"mention":"nobody","type":"PERSONNAGE"}\n';
    const outcome = await lookup('{"mention":"L’AIEULE"}', { stdin });
    expect(outcome.json).to.have.nested.property("match.name", "L'Aïeule");
    const refused = await lookup("{}", { stdin: '{"mention":"x","other":1}' });
    expect(code(refused), "keys of stdin are judged too").to.equal("VALIDATION_FAILED");
  });

  it("come from a file that --args names", async () => {
    writeFileSync(join(shell.folder, "args.json"), '{"mention":"l\'aïeule"}');
    expect((await lookup("@args.json")).json).to.have.nested.property("match.name", "L'Aïeule");
    expect(code(await lookup("@absent.json"))).to.equal("INVALID_ARGS");
  });

  it("are read from a regular file on stdin to its end", () => {
    const path = join(shell.folder, "stdin.json");
    writeFileSync(path, `{"mention":"l'aïeule"${" ".repeat(200_000)}}`);
    const file = openSync(path, "r");
    const argv = [BINARY, "lookup-entity", "--db", shell.db, "--campaign", "c"];
    const { stdout } = spawnSync(process.execPath, argv, { stdio: [file, "pipe", "pipe"], encoding: "utf8" });
    closeSync(file);
    expect(JSON.parse(stdout)).to.have.nested.property("match.name", "L'Aïeule");
  });

  it("are none on a stdin that cannot be read", () => {
    const file = openSync(join(shell.folder, "written"), "w");
    const argv = [BINARY, "lookup-entity", "--db", shell.db, "--campaign", "c", "--args", '{"mention":"l\'aïeule"}'];
    const { stdout } = spawnSync(process.execPath, argv, { stdio: [file, "pipe", "pipe"], encoding: "utf8" });
    closeSync(file);
    expect(JSON.parse(stdout)).to.have.nested.property("match.name", "L'Aïeule");
  });

  it("keep a character whole that is split across chunks", async () => {
    const bytes = Buffer.from(`{"mention":"l'aïeule"}`);
    const cut = bytes.indexOf(0xc3) + 1;
    const outcome = await lookup("-", { stdin: [bytes.subarray(0, cut), bytes.subarray(cut)] });
    expect(outcome.json).to.have.nested.property("match.name", "L'Aïeule");
  });

  const unreadable: [what: string, stdin: string | Buffer][] = [
    ["malformed JSON", "{oops"],
    ["an array", "[1]"],
    ["bytes that are no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ["more than 8 MiB", Buffer.alloc(9 * 1024 * 1024, 0x20)],
  ];
  for (const [what, stdin] of unreadable)
    it(`are INVALID_ARGS when stdin holds ${what}`, async () => {
      expect(code(await shell.command("lookup-entity", undefined, { stdin }))).to.equal("INVALID_ARGS");
    });

  it("are judged without much memory however many values they hold", async () => {
    const stdin = `{"mention":[${"1,".repeat(4_000_000)}1]}`;
    const env = { NODE_OPTIONS: "--max-old-space-size=256" };
    const outcome = await shell.command("lookup-entity", undefined, { stdin, env });
    expect(code(outcome)).to.equal("VALIDATION_FAILED");
  });

  it("may be wanting on stdin: an empty pipe is no input", async () => {
    expect((await lookup('{"mention":"l\'aïeule"}', { stdin: "" })).exit).to.equal(0);
    expect((await shell.command("advance-turn", undefined, { stdin: "" })).exit).to.equal(0);
    const none = await shell.command("lookup-entity", undefined, { stdin: "" });
    expect(code(none)).to.equal("INVALID_ARGS");
    expect(failure(none)).to.include("--args");
    expect(code(await lookup("-", { stdin: "" })), "promised, and not there").to.equal("INVALID_ARGS");
  });

  it("are not waited for on an idle pipe when they are complete or none are taken", async () => {
    // The grace is far longer than a test may take: only a call that does not wait ends.
    const call = { idle: true, env: { SNEQ_STDIN_TIMEOUT_MS: "600000" } };
    expect((await shell.command("get-scene", undefined, call)).exit).to.equal(0);
    expect((await shell.command("advance-turn", undefined, call)).exit).to.equal(0);
    expect((await lookup('{"mention":"x"}', call)).exit).to.equal(0);
  });

  it("are read where they had come, however long the machine held the call up", async () => {
    const holdUp = `
      const { setTimeout } = globalThis, sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
      globalThis.setTimeout = (run, ms, ...rest) => {
        const timer = setTimeout(run, ms, ...rest);
        if (ms === 20 || ms === 123) sleep(ms + 100);
        return timer;
      };`;
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(holdUp)}`;
    const call = { stdin: '{"mention":"x","type":"LIEU"}', env: { NODE_OPTIONS, SNEQ_STDIN_TIMEOUT_MS: "123" } };
    expect((await shell.command("lookup-entity", undefined, call)).json).to.have.property("layerUsed", "none");
    const narrowed = await lookup('{"mention":"L’Aïeule"}', call);
    expect(narrowed.json, "the type on stdin").to.have.property("match", null);
  });

  it("are waited for on an idle pipe when some are missing, and judged as they are afterwards", async () => {
    const call = { idle: true, env: { SNEQ_STDIN_TIMEOUT_MS: "50" } };
    expect(code(await shell.command("lookup-entity", undefined, call))).to.equal("INVALID_ARGS");
    expect(code(await lookup('{"type":"LIEU"}', call))).to.equal("VALIDATION_FAILED");
  });

  it("are INVALID_ARGS on a pipe that falls silent half-way", async () => {
    const call = { stdin: '{"mention":', idle: true, env: { SNEQ_STDIN_TIMEOUT_MS: "200" } };
    const outcome = await shell.command("lookup-entity", undefined, call);
    expect(code(outcome)).to.equal("INVALID_ARGS");
    expect(failure(outcome)).to.include("silent");
  });

  it("hold hostile JSON without a crash", async () => {
    const deep = `{"type":"COMPOSITE","fields":{"a":`.repeat(5000);
    const value = `${deep}{"type":"STRING","value":"x"}${"}}".repeat(5000)}`;
    const stdin = `{"entityId":"e","attributeKey":"a","category":"ETAT","value":${value}}`;
    expect(code(await shell.command("register-fact", undefined, { stdin }))).to.equal("VALIDATION_FAILED");
    expect(code(await lookup('{"mention":"x","__proto__":{"type":"LIEU"}}'))).to.equal("VALIDATION_FAILED");
    expect(code(await lookup('{"mention":"\\ud800"}'))).to.equal("VALIDATION_FAILED");
  });
});
