import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { groupLives, processLives, until } from "./support/groups.ts";
import { makeWorld, standIn, type World } from "./support/world.ts";

const PLUGIN_ROOT = fileURLToPath(new URL("..", import.meta.url));
const HOST = fileURLToPath(new URL("./support/host.mjs", import.meta.url));

describe("the agents commands", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.remove());

  const start = (argv: string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, [HOST, "agents", ...argv], {
      env: world.env({ XDG_DATA_HOME: world.file("data"), ...env }),
    });

  /** Runs a command as a program would: stdout is a pipe, stdin stays open and idle. */
  async function call(argv: string[], env?: Record<string, string>) {
    const child = start(argv, env);
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    const [code] = await once(child, "close");
    const lines = stdout.split("\n");
    return { code, stdout, stderr, lines: lines.length - 1, json: JSON.parse(lines[0] ?? "") };
  }

  const program = (habit: string, more: object = {}) =>
    JSON.stringify({ command: standIn("program"), argv: [habit], stdin: "{prompt}", ...more });

  it("list what is installed, with its version", async () => {
    const { code, stderr, lines, json } = await call(["list"]);
    expect([code, stderr, lines]).to.deep.equal([0, "", 1]);
    expect(json.recipes.map((entry: { recipe: string }) => entry.recipe)).to.deep.equal([
      "hermes",
      "kimi",
      "grok",
      "command",
    ]);
    expect(json.recipes[0]).to.include({
      found: true,
      path: world.file("hermes"),
      version: "Hermes Agent v0.9.1 (stand-in)",
    });
    expect(json.recipes[2]).to.include({ found: true, version: null });
    expect(json.recipes[3]).to.include({ found: null, command: null });
  });

  it("list calmly on a machine that has none of the programs", async () => {
    for (const name of ["hermes", "kimi", "grok"]) await rm(world.file(name));
    const { code, stderr, json } = await call(["list"], { PATH: world.folder });
    expect([code, stderr]).to.deep.equal([0, ""]);
    expect(json.recipes.map((entry: { found: boolean | null }) => entry.found)).to.deep.equal([
      false,
      false,
      false,
      null,
    ]);
  });

  it("query in a named session, which goes on with the next call", async () => {
    const first = await call(["query", "--recipe", "hermes", "--session", "table-1", "Who holds the bridge?"]);
    const second = await call(["query", "--recipe", "hermes", "--session", "table-1", "Since when?"]);
    expect(first.json).to.include({ recipe: "hermes", reply: "heard: Who holds the bridge?", resumed: false });
    expect(second.json).to.include({ reply: "heard: Since when?", sessionId: "ses_1-a.b", resumed: true });
    expect([first.lines, first.stderr, second.code]).to.deep.equal([1, "", 0]);
    const kept = await readdir(world.file("data"), { recursive: true });
    expect(kept.filter((path) => path.includes("table-1"))).to.have.lengthOf(1);
    expect(kept.some((path) => path.endsWith(join("agents", "hermes", "table-1.session")))).to.equal(true);
  });

  it("query without keeping anything when no session is named, and record when asked to", async () => {
    const transcript = world.file("t.jsonl");
    const { json } = await call(["query", "--recipe", "kimi", "--transcript", transcript, "--", "--help"]);
    expect(json).to.include({ reply: "heard:  --help", resumed: false });
    expect(await readdir(world.folder)).to.not.include("data");
    expect(JSON.parse(await readFile(transcript, "utf8"))).to.include({ exitCode: 0, sessionId: "ses_1-a.b" });
  });

  it("query a program that a file of options describes, in a session file of the caller's", async () => {
    await writeFile(world.file("own.json"), program("answer", { session: "^chat=(\\S+)$" }));
    const { json } = await call([
      "query",
      "--recipe",
      "command",
      "--options",
      `@${world.file("own.json")}`,
      "--session",
      world.file("mine.session"),
      "hello",
    ]);
    expect(json).to.include({ recipe: "command", reply: "heard: hello\nchat=ses_1-a.b", sessionId: "ses_1-a.b" });
    expect(await readFile(world.file("mine.session"), "utf8")).to.equal("ses_1-a.b\n");
  });

  it("print megabytes on one whole line", async () => {
    const { lines, json } = await call(["query", "--recipe", "command", "--options", program("megabytes"), "x"]);
    expect(lines).to.equal(1);
    expect(json.reply).to.have.lengthOf(6_000_003);
  });

  it("name the session file that cannot be used", async () => {
    const { code, stderr, json } = await call(["query", "--recipe", "grok", "--session", `${world.folder}/`, "x"]);
    expect([code, stderr, json.code]).to.deep.equal([1, "", "FILE_ERROR"]);
    expect(json.error).to.contain(world.folder);
  });

  it("test a program with one round trip", async () => {
    const { code, json } = await call(["test", "--recipe", "grok"]);
    expect(code).to.equal(0);
    expect(json).to.include({ recipe: "grok", command: "grok", ok: true, sessionId: "ses_1-a.b" });
    expect(json.elapsedMs).to.be.a("number");
  });

  const failures: [string, string[], object][] = [
    ["a program that fails", ["test", "--recipe", "hermes"], { providerCode: "SERVER", exitCode: 3 }],
    ["a program that is late", ["test", "--recipe", "command", "--timeout-ms", "300"], { providerCode: "TIMEOUT" }],
    ["an absent program", ["test", "--recipe", "kimi"], { providerCode: "NOT_CONFIGURED" }],
  ];
  for (const [what, argv, details] of failures) {
    it(`report ${what} as PROVIDER_ERROR`, async () => {
      await rm(world.file("kimi"));
      const options = argv.includes("command") ? ["--options", program("hang")] : [];
      const { code, lines, stderr, json } = await call([...argv, ...options], {
        STAND_IN_MODE: "crash",
        PATH: `${world.folder}:${join(process.execPath, "..")}`,
      });
      expect([code, lines, stderr]).to.deep.equal([1, 1, ""]);
      expect(json.code).to.equal("PROVIDER_ERROR");
      expect(json.details).to.include(details);
    });
  }

  const mistakes: [string[], string][] = [
    [["query", "--recipe", "hermes"], "prompt"],
    [["query", "x"], "recipe"],
    [["query", "--recipe", "hermes", " "], "empty"],
    [["query", "--recipe", "nobody", "x"], "one of hermes, kimi, grok, command"],
    [["query", "--recipe", "hermes", "--sesion", "a", "x"], "--sesion"],
    [["query", "--recipe", "hermes", "--session", "..", "x"], "--session"],
    [["query", "--recipe", "command", "x"], "options.command is missing"],
    [["query", "--recipe", "command", "--options", "{command:claude}", "x"], "--options"],
    [["query", "--recipe", "command", "--options", "@absent.json", "x"], "absent.json"],
    [["test", "--recipe", "hermes", "--timeout-ms", "soon"], "integer"],
    [["list", "--stray"], "--stray"],
  ];
  for (const [argv, words] of mistakes) {
    it(`report a mistaken call as INVALID_ARGS: ${argv.join(" ")}`, async () => {
      const { code, lines, stderr, json } = await call(argv);
      expect([code, lines, stderr, json.code]).to.deep.equal([1, 1, "", "INVALID_ARGS"]);
      expect(json.error).to.contain(words);
    });
  }

  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    it(`leave no orphan and a whole session file on ${signal}`, async () => {
      const file = world.file("s.session");
      await writeFile(file, "ses_before\n");
      const child = start(["query", "--recipe", "command", "--options", program("hang"), "--session", file, "x"]);
      await until("the stand-in hangs", async () => (await world.calls()).length > 0);
      const [called] = await world.calls();
      child.kill(signal);
      const [, endedBy] = await once(child, "exit");
      expect(endedBy).to.equal(signal);
      await until("the group is gone", () => !groupLives(called?.pid ?? 0) && !processLives(Number(called?.stdin)));
      expect(await readFile(file, "utf8")).to.equal("ses_before\n");
    });
  }
});

describe("the package", () => {
  it("needs nothing of the engine at run time", async () => {
    const dist = join(PLUGIN_ROOT, "dist");
    const modules = (await readdir(dist, { recursive: true })).filter((path) => path.endsWith(".js"));
    expect(modules).to.include.members(["provider.js", "index.js", join("commands", "agents", "list.js")]);
    for (const path of modules) {
      expect(await readFile(join(dist, path), "utf8"), path).to.not.match(/(?:from|import) ?\(?"@sneq\/engine/);
    }
  });

  it("declares its provider as data, with a module that exports it", async () => {
    const manifest = JSON.parse(await readFile(join(PLUGIN_ROOT, "package.json"), "utf8"));
    expect(manifest.sneq).to.deep.equal({ api: 1, providers: [{ id: "cli-agent", module: "./dist/provider.js" }] });
    const module = await import(new URL(manifest.sneq.providers[0].module, `file://${PLUGIN_ROOT}`).href);
    expect(module.provider.id).to.equal("cli-agent");
    expect(module.default).to.equal(module.provider);
  });
});
