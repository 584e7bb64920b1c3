import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { expect } from "chai";
import { type Agent, agentFor, ask, query, queryBytes } from "../src/query.ts";
import type { Recipe } from "../src/recipe.ts";
import { commandRecipe } from "../src/recipes/command.ts";
import { grok } from "../src/recipes/grok.ts";
import { hermes } from "../src/recipes/hermes.ts";
import { kimi } from "../src/recipes/kimi.ts";
import { rejection } from "./support/rejection.ts";
import { makeWorld, standIn, type World } from "./support/world.ts";

const BUILT_IN = [
  { recipe: hermes.build({ command: standIn("hermes") }), resume: "--resume" },
  { recipe: kimi.build({ command: standIn("kimi") }), resume: "-r" },
  { recipe: grok.build({ command: standIn("grok") }), resume: "--resume" },
];

const own = (habit: string, more: Partial<Parameters<typeof commandRecipe>[0]> = {}) =>
  commandRecipe({
    command: standIn("program"),
    argv: [habit, ["--resume", "{session}"], ["-m", "{model}"]],
    stdin: "{prompt}",
    session: "^chat=(\\S+)$",
    stale: "^NO SUCH CHAT$",
    ...more,
  });

describe("asking an agent program", () => {
  let world: World;
  let sessionFile: string;

  beforeEach(async () => {
    world = await makeWorld();
    sessionFile = world.file("table.session");
  });
  afterEach(() => world.remove());

  const inWorld = (mode?: string) => ({ env: world.env(mode === undefined ? {} : { STAND_IN_MODE: mode }) });
  const stored = () => readFile(sessionFile, "utf8").catch(() => undefined);
  const seat = (recipe: Recipe): Agent => agentFor(recipe, sessionFile);

  for (const { recipe, resume } of BUILT_IN) {
    describe(recipe.id, () => {
      it("starts fresh, then resumes what it stored", async () => {
        const first = await ask(seat(recipe), "one\ntwo", inWorld());
        const second = await ask(seat(recipe), "three", inWorld());
        const [fresh, resumed] = await world.calls();
        expect([first.text, first.resumed, second.text, second.resumed]).to.deep.equal([
          "heard: one\ntwo",
          false,
          "heard: three",
          true,
        ]);
        expect(fresh?.argv).not.to.include(resume);
        expect(resumed?.argv.slice(-2)).to.deep.equal([resume, "ses_1-a.b"]);
        expect(await stored()).to.equal("ses_1-a.b\n");
      });

      it("replaces a session that is gone and stores the new one", async () => {
        await writeFile(sessionFile, "long-forgotten\n");
        const answer = await ask(seat(recipe), "still there?", inWorld());
        expect([answer.text, answer.resumed]).to.deep.equal(["heard: still there?", false]);
        expect((await world.calls()).map(({ argv }) => argv.includes(resume))).to.deep.equal([true, false]);
        expect(await stored()).to.equal("ses_1-a.b\n");
      });

      it("follows an id that rotates", async () => {
        await query(seat(recipe), "a", inWorld("rotate"));
        await query(seat(recipe), "b", inWorld("rotate"));
        await query(seat(recipe), "c", inWorld("rotate"));
        expect((await world.calls()).map(({ argv }) => argv.at(-1))).to.include.members(["ses_1-a.b", "ses_2-a.b"]);
        expect(await stored()).to.equal("ses_3-a.b\n");
      });

      it("passes a prompt through unharmed", async () => {
        const prompt = `"quoted" 'single' $(touch x) \`id\` ; | & > é 北京\n\\ %PATH% * {session}`;
        expect(await query({ recipe }, prompt, inWorld())).to.equal(`heard: ${prompt}`);
      });

      it("keeps a leading dash from being a flag", async () => {
        await query({ recipe }, "--version", inWorld());
        const [call] = await world.calls();
        expect(call?.argv).to.include(" --version");
      });
    });
  }

  it("finds the id on stdout as well", async () => {
    for (const recipe of [BUILT_IN[0], BUILT_IN[1]].map((entry) => entry?.recipe as Recipe)) {
      const answer = await ask({ recipe }, "hello", inWorld("id-on-stdout"));
      expect(answer.sessionId, recipe.id).to.match(/^ses_/);
      expect(answer.text, recipe.id).to.equal("heard: hello");
    }
  });

  it("sends model, provider and further arguments in the program's own spelling", async () => {
    const settings = { model: "m1", provider: "p1", args: ["--no-tools"] };
    for (const { build, command } of [hermes, kimi, grok]) {
      await query({ recipe: build({ ...settings, command: standIn(command) }) }, "x", inWorld());
    }
    expect((await world.calls()).map(({ argv }) => argv)).to.deep.equal([
      ["chat", "-q", "x", "-Q", "-m", "m1", "--provider", "p1", "--no-tools"],
      ["-p", "x", "-m", "m1", "--provider", "p1", "--no-tools"],
      ["-p", "x", "--output-format", "json", "-m", "m1", "--no-tools"],
    ]);
  });

  it("fails with the exit code and the first 200 characters", async () => {
    const error = await rejection(query({ recipe: BUILT_IN[0]?.recipe as Recipe }, "x", inWorld("crash")));
    expect(error).to.include({ providerCode: "SERVER", exitCode: 3 });
    expect(error.message).to.contain("exit code 3: Traceback: the roof fell in xxx");
    expect(error.output).to.have.lengthOf(200);
  });

  it("counts the signal that ended a program into the exit code", async () => {
    expect((await rejection(query({ recipe: own("abort") }, "x", inWorld()))).exitCode).to.equal(134);
  });

  it("keeps the stored session when a resumed call fails otherwise", async () => {
    await writeFile(sessionFile, "ses_9\n");
    const error = await rejection(query(seat(own("crash")), "x", inWorld()));
    expect(error).to.include({ exitCode: 70, output: "half an ans" });
    expect(await stored()).to.equal("ses_9\n");
    expect(await world.calls()).to.have.lengthOf(1);
  });

  it("sees that kimi failed although it exits 0", async () => {
    const error = await rejection(query(seat(BUILT_IN[1]?.recipe as Recipe), "x", inWorld("fails")));
    expect(error).to.include({ providerCode: "SERVER", exitCode: 0 });
    expect(error.message).to.contain("LLM not set");
    expect(await stored()).to.equal(undefined);
  });

  it("keeps kimi's thinking in a private log beside the session", async () => {
    await query(seat(BUILT_IN[1]?.recipe as Recipe), "x", inWorld());
    const log = `${sessionFile}.stderr.log`;
    expect(await readFile(log, "utf8"))
      .to.contain("pondering")
      .and.to.contain("To resume this session");
    expect((await stat(log)).mode & 0o777).to.equal(0o600);
  });

  it("reads grok's JSON among noise, and refuses an answer without it", async () => {
    const { recipe } = BUILT_IN[2] as { recipe: Recipe };
    expect(await query({ recipe }, "x", inWorld("noisy"))).to.equal("heard: x");
    expect(await rejection(query({ recipe }, "x", inWorld("plain")))).to.include({ providerCode: "MALFORMED" });
  });

  it("stores no session for a program that names none", async () => {
    expect(await query(seat(own("both")), "x", inWorld())).to.equal("out");
    expect(await stored()).to.equal(undefined);
  });

  it("stores the id again after every answer, privately whatever the file was before", async () => {
    await query(seat(own("answer")), "x", inWorld());
    await chmod(sessionFile, 0o644);
    await query(seat(own("answer")), "x", inWorld());
    expect((await stat(sessionFile)).mode & 0o777).to.equal(0o600);
  });

  it("gives a fresh run only the time that the run in a lost session has left", async () => {
    await writeFile(sessionFile, "long-forgotten\n");
    const error = await rejection(query(seat(own("lost")), "x", { ...inWorld(), timeoutMs: 2_500 }));
    expect(error).to.include({ providerCode: "TIMEOUT" });
    expect(await world.calls()).to.have.lengthOf(2);
    expect(Number(/\((\d+) ms\)/.exec(error.message)?.[1])).to.be.lessThan(2_500);
  });

  it("forgets a session that is gone when the fresh run names none", async () => {
    await writeFile(sessionFile, "ses_9\n");
    const recipe = own("answer", { session: "^never=(\\S+)$" });
    expect(await query(seat(recipe), "x", inWorld())).to.contain("heard: x");
    expect(await stored()).to.equal(undefined);
  });

  it("starts fresh when the session file holds no id", async () => {
    for (const content of ["", "--yolo\n", "two words\n", "a\nb\n", "\u0000\u0001", `${"x".repeat(300)}\n`]) {
      await writeFile(sessionFile, content);
      expect((await ask(seat(own("answer")), "x", inWorld())).resumed, JSON.stringify(content)).to.equal(false);
    }
  });

  it("gives stderr the place its policy says, and scrapes it under every policy", async () => {
    const text = (stderr: "drop" | "merge" | "mark") => query({ recipe: own("both", { stderr }) }, "x", inWorld());
    expect(await text("drop")).to.equal("out");
    expect(await text("merge")).to.equal("out\nerr");
    expect(await text("mark")).to.equal("out\n-- stderr --\nerr");
    const { sessionId } = await ask({ recipe: own("loud") }, "x", inWorld());
    expect(sessionId).to.equal("late-1");
  });

  it("returns raw bytes untouched, and text with replacement characters", async () => {
    const bytes = await queryBytes({ recipe: own("not-utf8") }, "x", inWorld());
    expect([...bytes]).to.deep.equal([0x6f, 0x6b, 0xff, 0xfe, 0x20, 0xc3, 0x28]);
    expect(await query({ recipe: own("not-utf8") }, "x", inWorld())).to.equal("ok\ufffd\ufffd \ufffd(");
  });

  it("takes megabytes without a final newline", async () => {
    const text = await query({ recipe: own("megabytes") }, "x", inWorld());
    expect(text).to.have.lengthOf(6_000_003);
    expect(text.endsWith("canon end")).to.equal(true);
  });

  it("is undisturbed by a program that does not read a long stdin", async () => {
    expect(await query({ recipe: own("unread") }, "x".repeat(2_000_000), inWorld())).to.equal("did not read");
  });

  it("answers with nothing when the program has nothing to say", async () => {
    expect(await query({ recipe: own("silent") }, "x", inWorld())).to.equal("");
  });

  it("reads the reply out of a JSON object where the options say so", async () => {
    const recipe = own("json", { reply: "result", session: '"session_id":"([^"]+)"' });
    const answer = await ask({ recipe }, "x", inWorld());
    expect([answer.text, answer.sessionId]).to.deep.equal(["heard: x", "7c2a-91"]);
    const other = await rejection(query({ recipe: own("both", { reply: "result" }) }, "x", inWorld()));
    expect(other).to.include({ providerCode: "MALFORMED" });
  });

  it("says so when a prompt is too long for an argument", async () => {
    const error = await rejection(query({ recipe: BUILT_IN[0]?.recipe as Recipe }, "x".repeat(3_000_000), inWorld()));
    expect(error).to.include({ providerCode: "NOT_CONFIGURED" });
    expect(error.message).to.contain("too long");
  });

  it("keeps the keys of the environment out of the message of a failed run", async () => {
    const recipe = commandRecipe({
      command: "/bin/sh",
      argv: ["-c", "echo refused: $XAI_API_KEY >&2; exit 1", "{prompt}"],
    });
    const failed = await rejection(query({ recipe }, "x", { env: world.env({ XAI_API_KEY: "xai-12345678" }) }));
    expect(failed).to.include({ providerCode: "SERVER", output: "refused: ***" });
    expect(failed.message).to.not.contain("xai-12345678");
  });

  it("names a program that is not there, and one that cannot be run", async () => {
    const absent = hermes.build({ command: world.file("absent") });
    await writeFile(world.file("text"), "no program", { mode: 0o600 });
    const text = hermes.build({ command: world.file("text") });
    for (const recipe of [absent, text]) {
      expect(await rejection(query({ recipe }, "x", inWorld()))).to.include({ providerCode: "NOT_CONFIGURED" });
    }
  });
});
