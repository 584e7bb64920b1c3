import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { run } from "../src/process/run.ts";
import { groupLives, processLives, until } from "./support/groups.ts";
import { rejection } from "./support/rejection.ts";
import { makeWorld, standIn, type World } from "./support/world.ts";

const ASKER = fileURLToPath(new URL("./support/asker.ts", import.meta.url));

describe("running a program", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.remove());

  const program = (habit: string) => ({ command: standIn("program"), argv: [habit], stdin: "" });

  /** The group of a stand-in that hangs, and the child it started in it. */
  const hanging = async () => {
    await until("the stand-in hangs", async () => (await world.calls()).length > 0);
    const [call] = await world.calls();
    return { group: call?.pid ?? 0, child: Number(call?.stdin) };
  };

  /** A killed process stays visible until its parent, or the system, has taken note. */
  const gone = (group: number, child: number) =>
    until("the group is gone", () => !groupLives(group) && !processLives(child));

  for (const habit of ["hang", "stubborn"]) {
    it(`ends the whole group of a program that is late (${habit})`, async () => {
      const failed = rejection(run(program(habit), { env: world.env(), timeoutMs: 4_000 }));
      const { group, child } = await hanging();
      expect(await failed).to.include({ providerCode: "TIMEOUT" });
      await gone(group, child);
    });
  }

  it("ends the whole group when the caller aborts", async () => {
    const abort = new AbortController();
    const failed = rejection(run(program("hang"), { env: world.env(), signal: abort.signal }));
    const { group, child } = await hanging();
    abort.abort();
    expect(await failed).to.include({ providerCode: "TIMEOUT" });
    await gone(group, child);
  });

  it("starts nothing when the caller has aborted already", async () => {
    const error = await rejection(run(program("answer"), { env: world.env(), signal: AbortSignal.abort() }));
    expect(error.message).to.contain("cancelled");
    expect(await world.calls()).to.deep.equal([]);
  });

  it("leaves no process behind when a program ends and its child does not", async () => {
    const { exitCode, stdout } = await run(program("leaves"), { env: world.env() });
    const { group, child } = await hanging();
    expect([exitCode, stdout.toString()]).to.deep.equal([0, "left one\n"]);
    await gone(group, child);
  });

  it("ends a program that prints more than the limit", async () => {
    const error = await rejection(run(program("megabytes"), { env: world.env(), outputLimit: 100_000 }));
    expect(error).to.include({ providerCode: "MALFORMED" });
    expect(error.message).to.contain("100000 bytes");
  });

  it("keeps the end of a long stderr and counts the rest", async () => {
    const { stdout, stderr, stderrDropped } = await run(program("loud"), { env: world.env(), outputLimit: 1_000 });
    expect(stdout.toString()).to.equal("quiet answer\n");
    expect(stderr).to.have.lengthOf(1_000);
    expect(stderr.toString().endsWith("chat=late-1\n")).to.equal(true);
    expect(stderrDropped).to.equal(9_000_000 + "\nchat=late-1\n".length - 1_000);
  });

  it("gives a program the folder and the environment it is told to, and no other", async () => {
    const env = world.env({ STAND_IN_WORD: "sesame" });
    const { stdout } = await run(program("environment"), { env, cwd: world.folder });
    expect(stdout.toString()).to.equal(`sesame ${world.folder}\n`);
  });

  it("does not listen for signals when nothing runs", async () => {
    const before = ["SIGTERM", "SIGINT", "SIGHUP"].map((signal) => process.listenerCount(signal));
    await run(program("silent"), { env: world.env() });
    expect(["SIGTERM", "SIGINT", "SIGHUP"].map((signal) => process.listenerCount(signal))).to.deep.equal(before);
  });

  describe("when the process that asks is ended", () => {
    const askers: ChildProcess[] = [];
    const start = (behaviour: string) => {
      const asker = spawn(process.execPath, ["--import", "tsx", ASKER, behaviour, world.file("table.session")], {
        env: world.env(),
        stdio: ["ignore", "pipe", "inherit"],
      });
      askers.push(asker);
      return asker;
    };
    afterEach(() => {
      for (const asker of askers.splice(0)) asker.kill("SIGKILL");
    });

    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      for (const habit of ["hang", "stubborn"]) {
        it(`takes the ${habit === "hang" ? "program" : "stubborn program"} with it on ${signal}`, async () => {
          await writeFile(world.file("table.session"), "ses_before\n");
          const asker = start(habit);
          const { group, child } = await hanging();
          asker.kill(signal);
          const [, endedBy] = await once(asker, "exit");
          expect(endedBy).to.equal(signal);
          await gone(group, child);
          expect(await readFile(world.file("table.session"), "utf8")).to.equal("ses_before\n");
        });
      }
    }

    it("takes the program with it when it exits by itself", async () => {
      const asker = start("exit");
      const { group, child } = await hanging();
      asker.kill("SIGUSR2");
      const [code] = await once(asker, "exit");
      expect(code).to.equal(0);
      await gone(group, child);
    });

    it("lets a host that handles the signal itself decide, with the program ended", async () => {
      const asker = start("host-listens");
      const { group, child } = await hanging();
      asker.kill("SIGTERM");
      const [code] = await once(asker, "exit");
      expect(code).to.equal(42);
      await gone(group, child);
    });

    it("leaves a lock that the next process takes over", async () => {
      const asker = start("hang");
      await hanging();
      asker.kill("SIGTERM");
      await once(asker, "exit");
      const next = start("answer");
      const [code] = await once(next, "exit");
      expect(code).to.equal(0);
      expect(await readFile(world.file("table.session"), "utf8")).to.equal("ses_1-a.b\n");
    });
  });
});
