import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { ChatRequest, ProviderHost, ProviderRef } from "@sneq/engine/plugin";
import { expect } from "chai";
import defaultExport, { provider } from "../src/provider.ts";
import { groupLives, processLives, until } from "./support/groups.ts";
import { rejection } from "./support/rejection.ts";
import { makeWorld, standIn, type World } from "./support/world.ts";

const REQUEST: ChatRequest = {
  system: "You judge names.",
  user: "Is this Mira?",
  format: { kind: "text" },
  maxTokens: 100,
  temperature: 0,
  signal: new AbortController().signal,
};

describe("the provider cli-agent", () => {
  let world: World;
  let logged: Record<string, unknown>[];
  beforeEach(async () => {
    world = await makeWorld();
    logged = [];
  });
  afterEach(() => world.remove());

  const host = (env: Record<string, string> = {}): ProviderHost => ({
    apiKey: undefined,
    env: world.env(env),
    dataDir: world.file("data"),
    log: (event) => logged.push(event),
  });
  const create = async (ref: Record<string, unknown>, env?: Record<string, string>) =>
    provider.create({ provider: "cli-agent", ...ref } as ProviderRef, host(env));
  const chat = async (ref: Record<string, unknown>, env?: Record<string, string>, request = REQUEST) => {
    const made = await create(ref, env);
    if (!made.chat) throw new Error("no chat");
    return made.chat(request);
  };
  const program = (habit: string, options: Record<string, unknown> = {}) => ({
    recipe: "command",
    options: { command: standIn("program"), argv: [habit], stdin: "{prompt}", ...options },
  });

  it("is exported by name and as default, and can enforce no format", async () => {
    expect(defaultExport).to.equal(provider);
    expect(provider.id).to.equal("cli-agent");
    expect((await create({ recipe: "hermes" })).formats).to.deep.equal(["text"]);
  });

  it("starts a program named by a path from the caller's folder, wherever the program itself is to work", async () => {
    const command = relative(process.cwd(), standIn("program"));
    expect((await chat(program("answer", { command }))).text).to.not.equal("");
  });

  for (const recipe of ["hermes", "kimi", "grok"]) {
    it(`answers through ${recipe}, each time in a fresh session, with unknown token counts`, async () => {
      const reply = { STAND_IN_REPLY: '{"matchedIndex":0}' };
      const answer = await chat({ recipe, model: "m1", maxTokens: 50, temperature: 0.2 }, reply);
      await chat({ recipe }, reply);
      expect(answer).to.deep.equal({ text: '{"matchedIndex":0}', usage: {} });
      for (const { argv } of await world.calls()) {
        expect(argv).to.include("You judge names.\n\nIs this Mira?");
        expect(argv).to.not.include.any.members(["--resume", "-r"]);
      }
    });
  }

  it("starts each call in an empty folder of its own, not in the user's project, and removes it", async () => {
    const ref = {
      recipe: "command",
      options: { command: "/bin/sh", argv: ["-c", "ls -A; touch AGENTS.md; pwd"], stdin: "{prompt}" },
    };
    const folders = [(await chat(ref)).text, (await chat(ref)).text];
    for (const folder of folders) {
      expect(dirname(folder)).to.equal(world.file("data/cli-agent"));
      expect(existsSync(folder)).to.equal(false);
    }
    expect(new Set(folders).size).to.equal(2);
  });

  it("keeps a variable from the program that the options set to null", async () => {
    const options = { env: { STAND_IN_WORD: null }, cwd: world.folder };
    const { text } = await chat(program("environment", options), { STAND_IN_WORD: "a key" });
    expect(text).to.match(/^undefined /);
  });

  it("names the folder to start in when it is that which is missing", async () => {
    const error = await rejection(chat(program("answer", { cwd: world.file("nowhere") })));
    expect(error).to.include({ providerCode: "NOT_CONFIGURED" });
    expect(error.message).to.contain(`${world.file("nowhere")}, the folder to start`);
  });

  it("waits for a program however long its time limit is", async () => {
    expect((await chat(program("both", { timeoutMs: 2 ** 40 }))).text).to.equal("out");
  });

  it("hands the host's environment to the program, with what the options add, and nothing of its own process", async () => {
    process.env.STAND_IN_WORD = "of this process";
    try {
      const { text } = await chat(program("environment", { env: { STAND_IN_WORD: "added" }, cwd: world.folder }));
      expect(text).to.equal(`added ${world.folder}`);
      expect((await chat(program("environment", { cwd: world.folder }))).text).to.match(/^undefined /);
    } finally {
      delete process.env.STAND_IN_WORD;
    }
  });

  it("reports length and time to the log, never the prompt", async () => {
    await chat({ recipe: "grok" });
    expect(logged).to.have.lengthOf(1);
    expect(Object.keys(logged[0] ?? {})).to.deep.equal(["event", "recipe", "ms", "characters"]);
  });

  it("refuses a format it cannot enforce before it starts anything", async () => {
    const error = await rejection(chat({ recipe: "grok" }, {}, { ...REQUEST, format: { kind: "json_object" } }));
    expect(error).to.include({ providerCode: "UNSUPPORTED" });
    expect(await world.calls()).to.deep.equal([]);
  });

  const failures: [string, string, Record<string, unknown>][] = [
    ["a program that fails", "SERVER", program("crash")],
    ["a program that is late", "TIMEOUT", program("hang", { timeoutMs: 300 })],
    ["a program that prints too much", "MALFORMED", program("megabytes", { outputLimit: 1_000 })],
    ["a program that says nothing", "MALFORMED", program("silent")],
    ["an output that is not what the recipe reads", "MALFORMED", program("both", { reply: "result" })],
    ["a failure with exit code 0 that the options describe", "SERVER", program("both", { failed: "^err$" })],
    ["an absent program", "NOT_CONFIGURED", { recipe: "hermes", options: { command: "no-such-program" } }],
  ];
  for (const [what, code, ref] of failures) {
    it(`maps ${what} to ${code}`, async () => {
      expect(await rejection(chat(ref))).to.include({ providerCode: code });
    });
  }

  it("ends the program when the request is aborted", async () => {
    const abort = new AbortController();
    const failed = rejection(chat(program("hang"), {}, { ...REQUEST, signal: abort.signal }));
    await until("the stand-in hangs", async () => (await world.calls()).length > 0);
    abort.abort();
    expect(await failed).to.include({ providerCode: "TIMEOUT" });
    const [call] = await world.calls();
    await until("the group is gone", () => !groupLives(call?.pid ?? 0) && !processLives(Number(call?.stdin)));
  });

  const mistakes: [Record<string, unknown>, string][] = [
    [{}, "recipe is missing; it must be one of hermes, kimi, grok, command"],
    [{ recipe: "herpes" }, 'recipe is "herpes"'],
    [{ recipe: 7 }, "recipe is 7"],
    [{ recipe: "hermes", baseUrl: "http://127.0.0.1" }, '"baseUrl" means nothing to cli-agent'],
    [{ recipe: "hermes", options: [] }, "options must be an object"],
    [{ recipe: "hermes", options: { modle: "x" } }, "options.modle is not known here"],
    [{ recipe: "hermes", options: { args: "x" } }, "options.args must be a list"],
    [{ recipe: "hermes", options: { args: ["a", 1] } }, "options.args[1] must be a text"],
    [{ recipe: "hermes", options: { timeoutMs: 0 } }, "options.timeoutMs must be a whole number from 1"],
    [{ recipe: "hermes", options: { env: { A: 1 } } }, "options.env.A must be a text"],
    [{ recipe: "command" }, "options.command is missing"],
    [{ recipe: "command", options: { command: "x", argv: ["-p"] } }, "neither argv nor stdin holds {prompt}"],
    [{ recipe: "command", options: { command: "x", argv: [[]] } }, "options.argv[0] must be a text or a list of texts"],
    [program("x", { argv: ["--resume", "{session}"] }), 'options.argv: put "{session}" in a group'],
    [program("x", { stdin: "{prompt} {session}" }), "options.stdin: {session} is not available there"],
    [program("x", { session: "chat=\\S+" }), "options.session: needs a group"],
    [program("x", { stale: "(" }), "options.stale: is not a regular expression in RE2 syntax"],
    [program("x", { session: "(a)\\1" }), "options.session: is not a regular expression in RE2 syntax"],
    [program("x", { stderr: "keep" }), "options.stderr must be one of drop, merge, mark"],
  ];
  for (const [ref, words] of mistakes) {
    it(`says what is wrong: ${words}`, async () => {
      const error = await rejection(create(ref));
      expect(error).to.include({ providerCode: "NOT_CONFIGURED" });
      expect(error.message).to.contain(words);
    });
  }
});
