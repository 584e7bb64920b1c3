import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import { withLock } from "../../src/cli/plugins/lock.ts";

describe("The lock of the plugins", () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq-lock-"));
    path = join(folder, ".plugins.lock");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const left = (content: string, age = 0) => {
    writeFileSync(path, content);
    const at = new Date(Date.now() - age);
    utimesSync(path, at, at);
  };
  const rejection = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it("is held by one at a time, also where many take over what a dead process left", async () => {
    const { pid } = spawnSync(process.execPath, ["-e", ""]);
    left(JSON.stringify({ pid, host: hostname(), token: "dead" }));
    let holding = 0;
    let most = 0;
    const hold = () =>
      withLock(path, async () => {
        holding += 1;
        most = Math.max(most, holding);
        await sleep(5);
        holding -= 1;
      });
    await Promise.all(Array.from({ length: 12 }, hold));
    expect(most).to.equal(1);
    expect(existsSync(path)).to.equal(false);
  });

  it("is taken over when nobody has touched it for long, whoever held it", async () => {
    for (const content of ["", JSON.stringify({ pid: process.pid, host: "elsewhere", token: "t" })]) {
      left(content, 120_000);
      mkdirSync(`${path}.takeover`);
      utimesSync(`${path}.takeover`, 0, 0);
      expect(await withLock(path, async () => "done", 0)).to.equal("done");
    }
  });

  it("is waited for while its holder lives or cannot be asked, and no longer than patience lasts", async () => {
    const living = JSON.stringify({ pid: process.pid, host: hostname(), token: "t" });
    for (const content of ["", living, JSON.stringify({ pid: 1, host: "elsewhere", token: "t" })]) {
      left(content);
      expect(await rejection(withLock(path, async () => {}, 0))).to.have.property("code", "BUSY");
      expect(readFileSync(path, "utf8")).to.equal(content);
    }
  });

  it("is given back by whoever holds it, and by nobody else", async () => {
    await withLock(path, async () => left("another's"));
    expect(readFileSync(path, "utf8")).to.equal("another's");
  });
});
