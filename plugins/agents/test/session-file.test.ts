import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { withLock } from "../src/files/lock.ts";
import { readSession, storeSession } from "../src/files/session-file.ts";
import { rejection } from "./support/rejection.ts";
import { makeWorld, type World } from "./support/world.ts";

const ASKER = fileURLToPath(new URL("./support/asker.ts", import.meta.url));
// Above every platform's largest process id.
const NOBODY = 2 ** 30;

describe("a session file", () => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld([]);
  });
  afterEach(() => world.remove());

  const lockFile = (holder: { pid: number; host: string }) =>
    writeFile(world.file("s.lock"), JSON.stringify({ token: "theirs", ...holder }));
  const lock = (timeoutMs: number, work: () => Promise<string> = async () => "done") =>
    withLock(world.file("s.lock"), { timeoutMs }, work);

  it("is made private, in a private folder, and leaves no draft behind", async () => {
    await storeSession(world.file("new/deep/s"), "ses_1");
    expect((await stat(world.file("new/deep/s"))).mode & 0o777).to.equal(0o600);
    expect((await stat(world.file("new/deep"))).mode & 0o777).to.equal(0o700);
    expect(await readdir(world.file("new/deep"))).to.deep.equal(["s"]);
    expect(await readSession(world.file("new/deep/s"))).to.equal("ses_1");
  });

  it("leaves no draft behind when it cannot be written", async () => {
    await mkdir(world.file("s"));
    expect(await rejection(storeSession(world.file("s"), "ses_1"))).to.be.instanceOf(Error);
    expect(await readdir(world.folder)).to.deep.equal(["s"]);
  });

  it("serves several processes one after the other", async () => {
    const askers = [1, 2, 3, 4].map(() =>
      spawn(process.execPath, ["--import", "tsx", ASKER, "answer", world.file("s")], {
        env: world.env({ STAND_IN_MODE: "rotate" }),
        stdio: "inherit",
      }),
    );
    const codes = await Promise.all(askers.map(async (asker) => (await once(asker, "exit"))[0]));
    expect(codes).to.deep.equal([0, 0, 0, 0]);
    // Each call resumed the id that the one before it had left: no two ran on the same state.
    const resumed = (await world.calls()).map(({ argv }) => argv[2] ?? null);
    expect(resumed).to.deep.equal([null, "ses_1-a.b", "ses_2-a.b", "ses_3-a.b"]);
    expect(await readFile(world.file("s"), "utf8")).to.equal("ses_4-a.b\n");
    const left = (await readdir(world.folder)).filter((name) => name.startsWith("s."));
    expect(left).to.deep.equal(["s.stderr.log"]);
  });

  it("is refused while a living process holds it, with the way out", async () => {
    await lockFile({ pid: process.pid, host: hostname() });
    const error = await rejection(lock(100));
    expect(error).to.include({ providerCode: "TIMEOUT" });
    expect(error.message).to.contain(`process ${process.pid}`).and.to.contain(world.file("s.lock"));
  });

  it("is taken over from a process that has died, and from one that has been silent for long", async () => {
    await lockFile({ pid: NOBODY, host: hostname() });
    expect(await lock(100)).to.equal("done");
    await lockFile({ pid: process.pid, host: "another-machine" });
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(world.file("s.lock"), longAgo, longAgo);
    expect(await lock(100)).to.equal("done");
    expect(await readdir(world.folder)).to.deep.equal([]);
  });

  it("is not taken over from a process of another machine that is still at it", async () => {
    await lockFile({ pid: NOBODY, host: "another-machine" });
    expect(await rejection(lock(100))).to.include({ providerCode: "TIMEOUT" });
  });

  it("is free again after a failure, and never held twice", async () => {
    await rejection(lock(100, () => Promise.reject(new Error("no"))));
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      return "done";
    };
    await lockFile({ pid: NOBODY, host: hostname() });
    await Promise.all(Array.from({ length: 12 }, () => lock(30_000, work)));
    expect(most).to.equal(1);
  });
});
