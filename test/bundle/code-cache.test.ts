import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { call, unpack } from "../support/unpacked.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

describe("The code cache", () => {
  // Node 22 keeps its own.
  const codeFolder = (home: string) => join(home, ".cache", "sneq-engine", process.version < "v22.1" ? "code" : "node");
  let home: string;
  let db: string;
  let expected: string;

  const lookup = (cacheHome = home) =>
    call({ folder: home, program: join(ROOT, "bin", "run.js"), env: { PATH: process.env.PATH, HOME: cacheHome } }, [
      "lookup-entity",
      "--db",
      db,
      "--campaign",
      "c",
      "--args",
      '{"mention":"Mira"}',
    ]).stdout;
  const cacheFile = () => {
    const [name = ""] = readdirSync(codeFolder(home)).filter((file) => file.startsWith("hot-"));
    return join(codeFolder(home), name);
  };

  before(() => {
    const place = { folder: tmpdir(), program: join(ROOT, "bin", "run.js"), env: { PATH: process.env.PATH } };
    home = mkdtempSync(join(tmpdir(), "sneq-cache-"));
    db = join(home, "canon.db");
    call(place, ["init-campaign", "--db", db, "--campaign", "c", "--args", "{}"]);
    const mira = '{"canonicalName":"Mira","type":"PERSONNAGE","description":"x"}';
    call(place, ["mention-entity", "--db", db, "--campaign", "c", "--args", mira]);
    expected = lookup();
    expect(expected).to.include('"layerUsed":"alias"');
  });
  after(() => rmSync(home, { recursive: true, force: true }));

  it("is written by the first call and read by the next", () => {
    expect(readFileSync(cacheFile()).length).to.be.greaterThan(100_000);
    expect(lookup()).to.equal(expected);
  });

  it("changes no answer when bytes of it are flipped, and is made anew", () => {
    const whole = readFileSync(cacheFile());
    for (const at of [0, 5, 9, whole.length >> 2, whole.length >> 1, whole.length - 1]) {
      const broken = Buffer.from(whole);
      broken[at] = (broken[at] ?? 0) ^ 0xff;
      writeFileSync(cacheFile(), broken);
      expect(lookup()).to.equal(expected);
      expect(readFileSync(cacheFile()).length).to.be.closeTo(whole.length, whole.length / 10);
    }
  });

  it("changes no answer when it is cut, empty, or another program's", () => {
    const whole = readFileSync(cacheFile());
    for (const content of [
      whole.subarray(0, 1000),
      Buffer.alloc(0),
      Buffer.alloc(100_000, 7),
      Buffer.from("no cache"),
    ]) {
      writeFileSync(cacheFile(), content);
      expect(lookup()).to.equal(expected);
    }
  });

  it("changes no answer when it belongs to another command", () => {
    const own = cacheFile();
    const other = mkdtempSync(join(tmpdir(), "sneq-cache-"));
    const place = { folder: home, program: join(ROOT, "bin", "run.js"), env: { PATH: process.env.PATH, HOME: other } };
    call(place, ["campaign-exists", "--db", db, "--campaign", "c"]);
    const [name = ""] = readdirSync(codeFolder(other));
    cpSync(join(codeFolder(other), name), own);
    rmSync(other, { recursive: true });
    expect(lookup()).to.equal(expected);
  });

  it("changes no answer when its folder cannot be made", () => {
    const blocked = mkdtempSync(join(tmpdir(), "sneq-cache-"));
    writeFileSync(join(blocked, ".cache"), "a file where the folder would be");
    expect(lookup(blocked)).to.equal(expected);
    expect(lookup("/proc/nowhere")).to.equal(expected);
    rmSync(blocked, { recursive: true });
  });

  it("changes no answer when a folder or a loop of links stands in its place", () => {
    const file = cacheFile();
    rmSync(file);
    mkdirSync(file);
    expect(lookup()).to.equal(expected);
    rmSync(file, { recursive: true });
    symlinkSync(file, file);
    expect(lookup()).to.equal(expected);
    rmSync(file, { force: true });
    expect(lookup()).to.equal(expected);
  });

  it("leaves no half-written file behind", () => {
    expect(readdirSync(codeFolder(home)).filter((file) => file.includes("."))).to.deep.equal([]);
  });
});

describe("A code cache that this user cannot write", () => {
  // Modes do not bind root, so root has somebody else make the call: with a program and a Node that others can reach.
  const NOBODY = 65534;
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  let folder: string;
  let cache: string;

  const lookup = (id = "campaign-exists") => {
    const env = { PATH: join(folder, "node", "bin"), SNEQ_ENGINE_CACHE_DIR: cache };
    const argv = [join(folder, "lib/node_modules/@sneq/engine/bin/run.js"), id, "--db", join(folder, "none.db")];
    const options = { cwd: folder, env, encoding: "utf8", input: "", ...user } as const;
    const { stdout, stderr } = spawnSync(join(env.PATH, "node"), [...argv, "--campaign", "c"], options);
    return { stdout, stderr };
  };
  const contents = () =>
    readdirSync(cache, { recursive: true, encoding: "utf8" })
      .map((name) => join(cache, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => ({ path, bytes: readFileSync(path).toString("latin1") }));
  /** Of the folder and those in it. */
  const setMode = (mode: number) => {
    const inside = readdirSync(cache, { recursive: true, encoding: "utf8" }).map((name) => join(cache, name));
    for (const path of [cache, ...inside]) if (statSync(path).isDirectory()) chmodSync(path, mode);
  };
  const answer = { stdout: '{"exists":false}\n', stderr: "" };

  before(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq-unwritable-"));
    chmodSync(folder, 0o755);
    unpack(folder, "below");
    cpSync(process.execPath, join(folder, "node", "bin", "node"), { dereference: true });
    cache = join(folder, "cache");
    mkdirSync(cache);
    if (user.uid) chownSync(cache, user.uid, user.gid);
    expect(lookup()).to.deep.equal(answer);
    expect(contents()).not.to.deep.equal([]);
  });
  after(() => {
    setMode(0o755);
    rmSync(folder, { recursive: true });
  });

  it("changes no answer, whole or spoilt, and stays as it is", () => {
    for (const spoil of [(file: Buffer) => file, (file: Buffer) => file.fill(7), () => Buffer.alloc(0)]) {
      for (const { path } of contents()) writeFileSync(path, spoil(readFileSync(path)));
      setMode(0o555);
      const before = contents();
      expect(lookup()).to.deep.equal(answer);
      expect(lookup("get-scene").stdout).to.include('"CAMPAIGN_NOT_FOUND"');
      expect(contents()).to.deep.equal(before);
      setMode(0o755);
    }
  });

  it("changes no answer when its files are another user's", () => {
    for (const { path } of contents()) {
      writeFileSync(path, "not ours");
      chmodSync(path, 0o644);
      if (user.uid) chownSync(path, 0, 0);
    }
    expect(lookup()).to.deep.equal(answer);
  });
});
