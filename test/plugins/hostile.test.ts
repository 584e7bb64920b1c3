import { rmSync } from "node:fs";
import { expect } from "chai";
import { Shell } from "./shell.ts";

const NARRATION = "Mira attise le feu.";
const OWN = `{ ok: false, extractedNames: ["Mira"], issues: [{ noun: "Mira", kind: "no-match", suggestions: [], occurrences: [{ start: 0, end: 4, line: 1, column: 1 }] }] }`;
/** A gate with `body` as its validate(input, ctx, next); `before` stands at the top of its module. */
const gate = (body: string, before = "") =>
  `${before}\nexport const gate = { async validate(input, ctx, next) { ${body} } };`;

/** One hostile plugin per word, and what its report says of it. `null`: its answer counts, nothing failed. */
const HOSTILE: Record<string, { source: string; code: string | null; message?: string; limitMs?: number }> = {
  throws: {
    source: gate(`throw new Error("no mood");`),
    code: "GATE_THREW",
    message: "The gate g threw: no mood",
  },
  "throws something that is no error": {
    source: gate("throw null;"),
    code: "GATE_THREW",
    message: "The gate g threw: null",
  },
  hangs: {
    source: gate("await new Promise(() => {});"),
    limitMs: 400,
    code: "GATE_TIMEOUT",
    message: "The gate g gave no answer within 400 ms",
  },
  spins: {
    source: gate("for (;;);"),
    limitMs: 400,
    code: "GATE_TIMEOUT",
    message: "The gate g gave no answer within 400 ms",
  },
  "spins in promises": {
    source: gate("for (;;) await null;"),
    limitMs: 400,
    code: "GATE_TIMEOUT",
    message: "The gate g gave no answer within 400 ms",
  },
  exits: { source: gate("process.exit(0);"), code: "GATE_EXITED", message: "The gate g ended its thread with code 0" },
  "exits while it is loaded": {
    source: gate("return next();", "process.exit(7);"),
    code: "GATE_EXITED",
    message: "The gate g ended its thread with code 7",
  },
  kills: {
    source: gate(`process.kill(process.pid, "SIGKILL");`),
    code: "GATE_THREW",
    message: "The gate g threw: process.kill is not there for gates",
  },
  prints: {
    source: gate(
      `console.log("noise"); console.error("noise"); process.stdout.write("noise"); fs.writeSync(1, "noise"); writeSync(2, "noise"); fs.writeFileSync(1, "noise"); fs.appendFileSync("/dev/stdout", "noise"); execFileSync("echo", ["noise"], { stdio: "inherit" }); return next();`,
      `import fs, { writeSync } from "node:fs"; import { execFileSync } from "node:child_process"; console.log("noise while loading");`,
    ),
    code: null,
  },
  "exhausts memory": {
    source: gate("const held = []; for (;;) held.push(new Array(100_000).fill(held.length));"),
    code: "GATE_OUT_OF_MEMORY",
    message: "The gate g took more memory than a gate may",
  },
  "exhausts memory outside the heap": {
    source: gate(
      "const held = []; for (;;) { held.push(Buffer.alloc(8 << 20, 1)); await new Promise((go) => setTimeout(go, 1)); }",
    ),
    code: "GATE_OUT_OF_MEMORY",
    message: "The gate g took more memory than a gate may",
  },
  "rejects unhandled": {
    source: gate(`Promise.reject(new Error("loose end")); await new Promise(() => {});`),
    code: "GATE_CRASHED",
    message: "The gate g left an error that nobody handled: loose end",
  },
  "throws from a timer": {
    source: gate(`setTimeout(() => { throw new Error("late"); }); await new Promise(() => {});`),
    code: "GATE_CRASHED",
    message: "The gate g left an error that nobody handled: late",
  },
  "patches prototypes": {
    source: gate(
      `return next();`,
      `Array.prototype.map = Array.prototype.filter = () => ["patched"]; Object.prototype.ok = true; JSON.stringify = () => "patched"; Map.prototype.get = () => undefined; Object.defineProperty(Object.prototype, "toJSON", { value: () => "patched" });`,
    ),
    code: null,
  },
  "answers with nothing": {
    source: gate("return undefined;"),
    code: "GATE_MALFORMED_REPORT",
    message: "The gate g returned no valid report: report: must be an object, not nothing",
  },
  "answers with a function": {
    source: gate("return { ok: true, extractedNames: [], issues: [], f() {} };"),
    code: "GATE_MALFORMED_REPORT",
    message: "The gate g returned no valid report: f() {} could not be cloned.",
  },
  "answers with another shape": {
    source: gate("return { ok: true, issues: [], extractedNames: [1] };"),
    code: "GATE_MALFORMED_REPORT",
    message: "The gate g returned no valid report: extractedNames.0: must be a string, not a number",
  },
  "says ok over issues": {
    source: gate(`return { ...${OWN}, ok: true };`),
    code: "GATE_MALFORMED_REPORT",
    message: "The gate g returned no valid report: ok: must be true exactly when issues is empty",
  },
  "points outside the text": {
    source: gate(`const report = ${OWN}; report.issues[0].occurrences[0].end = 5000; return report;`),
    code: "GATE_MALFORMED_REPORT",
    message: 'The gate g returned no valid report: an occurrence of "Mira" lies outside the narration',
  },
  "says what to do next by halves": {
    source: gate(`const report = ${OWN}; report.issues[0].next = [{ action: "alias" }]; return report;`),
    code: "GATE_MALFORMED_REPORT",
    message: 'The gate g returned no valid report: a next step of "Mira" is not whole',
  },
  "sleeps in the system": {
    source: gate("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);"),
    limitMs: 400,
    code: "GATE_TIMEOUT",
    message: "The gate g gave no answer within 400 ms",
  },
  "has the engine read without end": {
    source: gate(`return next({ ...input, narration: "Mira ".repeat(500_000) });`),
    code: "GATE_THREW",
    message: "The gate g threw: next() was given more than 1048576 characters to read",
  },
  "asks without end": {
    source: gate(`for (;;) await next();`),
    code: "GATE_THREW",
    message: "The gate g threw: a gate may ask 1000 times",
  },
  "waits for a named pipe": {
    source: gate(
      `execFileSync("mkfifo", [import.meta.dirname + "/pipe"]); readFileSync(import.meta.dirname + "/pipe");`,
      `import { execFileSync } from "node:child_process"; import { readFileSync } from "node:fs";`,
    ),
    code: "GATE_THREW",
  },
  "starts a program that will not end": {
    source: gate(
      `execFileSync("/bin/sh", ["-c", "trap '' TERM; sleep 60"], { timeout: 100 });`,
      `import { execFileSync } from "node:child_process";`,
    ),
    code: "GATE_THREW",
  },
  "hides the failures of others": {
    source: gate(`return { ...(await next()), gateErrors: [{ plugin: "else", code: "X", message: "x" }] };`),
    code: null,
  },
  "cannot be parsed": { source: "export const gate = {", code: "GATE_NOT_LOADED" },
  "exports no gate": {
    source: "export const other = 1;",
    code: "GATE_NOT_LOADED",
    message: 'The gate g cannot be loaded: it exports no "gate" with a function validate()',
  },
};

const section = { api: 1, gates: [{ id: "g", module: "./gate.js", mode: "replace" }] };

describe("a hostile plugin", function () {
  this.timeout(60_000);

  let shell: Shell;
  let builtIn: Record<string, unknown>;
  const validate = (env: Record<string, string> = {}, gateTimeoutMs = 20_000) => {
    const config = { validator: { gateTimeoutMs } };
    shell.write(".", { "config.json": config });
    return shell.call("validate-narration", { narration: NARRATION }, ["--config", `${shell.home}/config.json`], env);
  };
  before(async () => {
    shell = new Shell();
    await shell.call("init-campaign");
    builtIn = (await validate()).json;
  });
  beforeEach(() => shell.unlinkAll());
  after(() => shell.remove());

  for (const [word, { source, code, message, limitMs }] of Object.entries(HOSTILE))
    it(`that ${word} costs the caller nothing: one line, the built-in answer, exit 0`, async () => {
      shell.link("hostile", section, { "gate.js": source });

      const { stdout, stderr, code: exit, json } = await validate({}, limitMs);

      expect(stdout.match(/\n/g), stdout).to.have.length(1);
      expect(stderr).to.equal("");
      expect(exit).to.equal(0);
      const { gateErrors, ...report } = json as { gateErrors?: { plugin: string; code: string; message: string }[] };
      expect(report).to.deep.equal(builtIn);
      if (code === null) expect(gateErrors).to.equal(undefined);
      else {
        expect(gateErrors).to.have.length(1);
        expect(gateErrors?.[0]).to.include({ plugin: "hostile", code, ...(message !== undefined && { message }) });
      }
    });

  it("that is stuck in a system call cannot keep the process from ending once its line is out", async () => {
    const source = gate(
      `execFileSync("mkfifo", [import.meta.dirname + "/stuck"]); copyFileSync(import.meta.dirname + "/stuck", "copy");`,
      `import { execFileSync } from "node:child_process"; import { copyFileSync } from "node:fs";`,
    );
    shell.link("hostile", section, { "gate.js": source });

    const { json, stdout } = await validate({}, 400);

    expect(stdout.match(/\n/g)).to.have.length(1);
    expect(json.gateErrors).to.deep.equal([
      { plugin: "hostile", code: "GATE_TIMEOUT", message: "The gate g gave no answer within 400 ms" },
    ]);
  });

  it("prints into the debug log, where each line is named as its output", async () => {
    shell.link("hostile", section, { "gate.js": HOSTILE.prints?.source ?? "" });

    const { stderr } = await validate({ SNEQ_DEBUG: "1" });

    const events = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { event: string; text?: string });
    const noise = events
      .filter(({ event }) => event === "gate-output")
      .map(({ text }) => text)
      .join("");
    expect(noise)
      .to.contain("noise while loading")
      .and.to.match(/noise.*noise/s);
  });

  it("does not take the answer of another plugin along", async () => {
    const wrap = (id: string) => ({ api: 1, gates: [{ id, module: "./gate.js", mode: "wrap" }] });
    shell.link("a-good", wrap("good"), {
      "gate.js": gate(
        `const report = await next(); return { ...report, extractedNames: [...report.extractedNames, "good"] };`,
      ),
    });
    shell.link("b-bad", wrap("bad"), { "gate.js": gate("await next(); process.exit(1);") });

    const { json } = await validate();

    expect(json.extractedNames).to.include("good");
    expect(json.gateErrors).to.deep.equal([
      { plugin: "b-bad", code: "GATE_EXITED", message: "The gate bad ended its thread with code 1" },
    ]);
  });

  it("is named for the error that it left behind before it asked the gate below", async () => {
    const wrap = (id: string) => ({ api: 1, gates: [{ id, module: "./gate.js", mode: "wrap" }] });
    shell.link("a-late", wrap("late"), {
      "gate.js": gate(`setTimeout(() => { throw new Error("too late"); }, 1); return next();`),
    });
    shell.link("b-good", wrap("good"), {
      "gate.js": gate(
        `const report = await next(); await new Promise((r) => setTimeout(r, 100)); return { ...report, extractedNames: [...report.extractedNames, "good"] };`,
      ),
    });

    const { json } = await validate();

    expect(json.extractedNames).to.include("good");
    const message = "The gate late left an error that nobody handled: too late";
    expect(json.gateErrors).to.deep.equal([{ plugin: "a-late", code: "GATE_CRASHED", message }]);
  });

  it("has no say in the other commands, whatever its hooks do", async () => {
    const hook = `console.log("noise"); process.exit(3);`;
    shell.link(
      "hooked",
      { api: 1 },
      { "hook.js": `export default () => { ${hook} };` },
      {
        oclif: { hooks: { init: "./hook.js", prerun: "./hook.js", postrun: "./hook.js", finally: "./hook.js" } },
      },
    );

    const { stdout, stderr, code } = await shell.call("get-scene");

    expect({ stdout, stderr, code }).to.deep.equal({ stdout: "null\n", stderr: "", code: 0 });
  });

  it("whose commands never finish loading is named, holds up none of the operations, and can be removed", async () => {
    const more = { oclif: { commands: "./commands" } };
    shell.link("endless", { api: 1 }, { "commands/hello.js": "await new Promise(() => {});" }, more);

    expect((await shell.call("get-scene")).stdout).to.equal("null\n");
    const { code, json } = await shell.run(["plugins"]);
    expect({ code, json }).to.deep.include({ code: 1 });
    expect(json).to.deep.include({ code: "PLUGIN_NOT_LOADED", details: { plugins: ["endless"] } });
    const removed = await shell.run(["plugins", "uninstall", "endless"]);
    expect(removed.json).to.deep.include({ plugin: "endless", uninstalled: true });
  });

  it("whose section is of another API is named, and left out", async () => {
    shell.link("future", { ...section, api: 2 }, { "gate.js": gate("throw 1") });

    const { json } = await validate();

    expect(json.gateErrors).to.deep.equal([
      {
        plugin: "future",
        code: "API_MISMATCH",
        message: "it speaks plugin API 2 (sneq.api); this engine speaks 1",
      },
    ]);
  });

  it("whose folder is gone is named: nobody knows what it would have found", async () => {
    const folder = shell.link("gone", section, { "gate.js": gate("return next();") });
    rmSync(folder, { recursive: true });

    const { json } = await validate();

    const named = (json.gateErrors as { plugin: string; code: string }[]).map(({ plugin, code }) => ({ plugin, code }));
    expect(named).to.deep.equal([{ plugin: "gone", code: "NOT_LOADED" }]);
  });
});
