import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const CODE_CACHE = fileURLToPath(new URL("../../bin/code-cache.js", import.meta.url));

describe("The code cache", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq-code-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("clears away what other builds left there, and nothing of anybody else's", () => {
    const cache = join(folder, "code");
    mkdirSync(join(cache, "an-old-folder"), { recursive: true });
    for (const name of ["hot-1a2b3c4d", "hot-1a2b3c4d.123", "notes.txt", "main-thread.js", "thesis"])
      writeFileSync(join(cache, name), "x");
    writeFileSync(join(cache, "hot-99"), "of this week");
    for (const name of readdirSync(cache)) if (name !== "hot-99") utimesSync(join(cache, name), 1, 1);

    const script = join(folder, "long.cjs");
    writeFileSync(script, `// one build\nexports.answer = 42;${" ".repeat(30_000)}`);
    const load = `require(${JSON.stringify(CODE_CACHE)}).loader(${JSON.stringify(cache)})(${JSON.stringify(script)}).answer`;
    expect(execFileSync(process.execPath, ["-p", load], { encoding: "utf8" })).to.equal("42\n");
    expect(readdirSync(cache).filter((name) => !name.startsWith("long-"))).to.have.members([
      "an-old-folder",
      "hot-99",
      "main-thread.js",
      "notes.txt",
      "thesis",
    ]);
    expect(readdirSync(cache).filter((name) => name.startsWith("long-"))).to.have.lengthOf(1);
  });
});
