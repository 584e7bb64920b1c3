import { expect } from "chai";
import { Shell } from "./shell.ts";

const GATE = "export const gate = { validate: (input, ctx, next) => next() };";
const replacing = (id: string, priority = 0) => ({ id, module: "./gate.js", mode: "replace", priority });

interface Examination {
  ok: boolean;
  plugins: { name: string }[];
  gates: { plugin: string; id: string }[];
  trials: { plugin: string; id: string; ms?: number; error?: string }[];
  problems: { code: string; plugin: string; message: string }[];
  warnings: { code: string; plugin: string; message: string }[];
}

describe("plugins and plugins doctor", function () {
  this.timeout(60_000);

  let shell: Shell;
  beforeEach(() => {
    shell = new Shell();
  });
  afterEach(() => shell.remove());
  const ask = async (...argv: string[]) => {
    const { stdout, stderr, code, json } = await shell.run(["plugins", ...argv]);
    expect({ lines: stdout.split("\n").length, stderr }).to.deep.equal({ lines: 2, stderr: "" });
    return { code, ...(json as unknown as Examination) };
  };

  it("find nothing wrong where nothing is, and where all is well", async () => {
    expect(await ask()).to.deep.equal({ code: 0, api: 1, plugins: [], gates: [], warnings: [] });
    shell.link(
      "good",
      { api: 1, languages: { de: "./de.json" }, gates: [replacing("g")] },
      {
        "gate.js": GATE,
        "de.json": { language: "de", stopWords: ["der"] },
      },
    );
    const { code, ok, problems, trials } = await ask("doctor");
    expect({ code, ok, problems }).to.deep.equal({ code: 0, ok: true, problems: [] });
    expect(trials.map(({ id, ms }) => ({ id, measured: typeof ms }))).to.deep.equal([
      { id: "de", measured: "number" },
      { id: "g", measured: "number" },
    ]);
  });

  it("name a plugin none of whose commands can be loaded", async () => {
    const withCommands = { oclif: { commands: "./commands" } };
    shell.link("thrower", { api: 1 }, { "commands/hello.js": `throw new Error("no mood");` }, withCommands);
    shell.link("damaged", { api: 1 }, { "oclif.manifest.json": "{", "commands/hello.js": "" }, withCommands);
    const { code, ok, problems } = await ask("doctor");
    expect({ code, ok }).to.deep.equal({ code: 1, ok: false });
    expect(problems.map((problem) => ({ plugin: problem.plugin, code: problem.code }))).to.have.deep.members([
      { plugin: "thrower", code: "NO_COMMANDS" },
      { plugin: "damaged", code: "NO_COMMANDS" },
    ]);
  });

  it("show the order of the gates, and who wins where two want one place", async () => {
    shell.link(
      "a",
      { api: 1, gates: [replacing("a"), { id: "w", module: "./gate.js", mode: "wrap", priority: 9 }] },
      { "gate.js": GATE },
    );
    shell.link("b", { api: 1, gates: [replacing("b", 1)], languages: { de: "./de.json" } }, { "gate.js": GATE });
    shell.link("c", { api: 1, languages: { de: "./de.json" }, providers: [{ id: "anthropic", module: "./p.js" }] });
    const { code, gates, warnings } = await ask();
    expect(code).to.equal(0);
    expect(gates.map(({ plugin, id }) => `${plugin}/${id}`)).to.deep.equal(["a/w", "b/b", "a/a"]);
    expect(warnings.map(({ plugin, code }) => ({ plugin, code }))).to.deep.equal([
      { plugin: "a", code: "GATE_CONFLICT" },
      { plugin: "c", code: "LANGUAGE_CONFLICT" },
      { plugin: "c", code: "PROVIDER_CONFLICT" },
    ]);
    expect(warnings[0]?.message).to.equal(
      "a/a would replace the built-in gate, as b/b does, which comes first. validator.gate in the configuration chooses another.",
    );
  });

  it("say how a module ends the process it is loaded in, and believe nothing else that it writes there", async () => {
    const endings: Record<string, string> = {
      exits: "process.exit(3)",
      killed: 'process.kill(process.pid, "SIGKILL"); await new Promise(() => {})',
      shouts:
        'import("node:fs").then((fs) => { fs.writeSync(3, "{no JSON"); process.exit(4); }); await new Promise(() => {})',
      lies: 'import("node:fs").then((fs) => { fs.writeSync(3, "null"); process.exit(5); }); await new Promise(() => {})',
    };
    for (const [name, code] of Object.entries(endings))
      shell.link(name, { api: 1, gates: [{ id: name, module: "./gate.js", mode: "wrap" }] }, { "gate.js": code });
    const { trials } = await ask("doctor");
    expect(Object.fromEntries(trials.map(({ id, error }) => [id, error]))).to.deep.equal({
      exits: "it ends the process with 3",
      killed: "it ends the process with SIGKILL",
      shouts: "it ends the process with 4",
      lies: "it ends the process with 5",
    });
  });

  it("name what cannot be loaded, is of another API, or is put together badly, and end with 1", async () => {
    shell.link(
      "broken",
      {
        api: 1,
        languages: { de: "./de.json" },
        gates: [replacing("g")],
        providers: [{ id: "p", module: "./absent.js" }],
      },
      { "gate.js": `console.log("noise"); process.exit(3);`, "de.json": { language: "nl" } },
    );
    shell.link("future", { api: 9 });
    shell.link("heavy", { api: 1 }, {}, { peerDependencies: { "@sneq/engine": "*" } });
    const { code, ok, problems } = await ask("doctor");
    expect({ code, ok }).to.deep.equal({ code: 1, ok: false });
    expect(problems.map(({ plugin, code }) => `${plugin} ${code}`)).to.deep.equal([
      "future API_MISMATCH",
      "heavy HOST_PEER",
      "broken NOT_LOADED",
      "broken NOT_LOADED",
      "broken NOT_LOADED",
    ]);
    expect(problems.map(({ message }) => message).join("\n")).to.match(
      /its language is "nl", not "de".*ends the process with 3.*absent\.js/s,
    );
  });

  it("name a linked folder that is gone, and let it be uninstalled", async () => {
    const { rmSync } = await import("node:fs");
    rmSync(shell.link("gone", { api: 1 }), { recursive: true });
    expect((await ask()).warnings).to.have.length(1);
    expect((await ask()).warnings[0]).to.include({ plugin: "gone", code: "NOT_LOADED" });
    expect((await ask("uninstall", "gone")).code).to.equal(0);
    expect((await ask()).warnings).to.deep.equal([]);
  });
});
