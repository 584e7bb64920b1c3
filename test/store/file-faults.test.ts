import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect } from "chai";
import { APPLICATION_ID } from "../../src/store/sqlite/file.ts";
import { SCHEMA_VERSION } from "../../src/store/sqlite/schema-version.ts";
import { failure, mention, newWorld, type World } from "../support/world.ts";

const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

describe("a database path", () => {
  let world: World;

  beforeEach(() => {
    world = newWorld();
  });

  afterEach(() => world.drop());

  /** Reads and writes at a path; both must fail alike, naming path and cause. */
  async function refused(path: string, cause: RegExp): Promise<void> {
    const engine = await world.engine({ db: path });
    for (const call of [
      () => engine.listCampaigns(),
      () => engine.campaign("c"),
      () => engine.createCampaign({ id: "c" }),
      () => engine.deleteCampaign("c"),
    ]) {
      const error = await failure(call());
      expect(error.code).to.equal("REPOSITORY_ERROR");
      expect(error.message).to.include(path).and.to.match(cause);
      expect(error.details).to.include({ path });
    }
  }

  /** The folder holds what it held before, byte for byte. */
  async function untouched(path: string, work: () => Promise<void>): Promise<void> {
    const [names, content] = [readdirSync(world.folder), hash(path)];
    await work();
    expect(readdirSync(world.folder)).to.deep.equal(names);
    expect(hash(path)).to.equal(content);
  }

  for (const journal of ["delete", "wal"])
    it(`of another program's SQLite file in ${journal} mode is refused, and the file is not touched`, async () => {
      const path = join(world.folder, "other.db");
      const raw = new Database(path);
      raw.pragma(`journal_mode = ${journal}`);
      raw.exec("create table t (x); insert into t values (1)");
      raw.close();
      await untouched(path, () => refused(path, /another program's/));
    });

  it("of a text file is refused, and the file is not touched", async () => {
    const path = join(world.folder, "notes.txt");
    writeFileSync(path, "not a database, though it is longer than a header would be: ".repeat(10));
    await untouched(path, () => refused(path, /is not a database/));
    writeFileSync(path, "short");
    await untouched(path, () => refused(path, /is not a database/));
  });

  it("is taken to the letter: white space around it, or a slash behind it, never leads to another file", async () => {
    const path = join(world.folder, "foreign.db");
    const foreign = new Database(path);
    foreign.exec("CREATE TABLE theirs (x)");
    foreign.close();
    await untouched(path, async () => {
      await refused(`${path} `, /white space/);
      const engine = await world.engine({ db: `${path}/` });
      expect(await engine.listCampaigns()).to.deep.equal([]);
      expect((await failure(engine.createCampaign({ id: "c" }))).message).to.match(/names a folder/);
    });
  });

  it("may begin with white space", async () => {
    const before = process.cwd();
    process.chdir(world.folder);
    try {
      await (await world.engine({ db: " :memory:" })).createCampaign({ id: "c" });
      expect(await (await world.engine({ db: " :memory:" })).listCampaigns()).to.have.lengthOf(1);
      expect(readdirSync(".")).to.include(" :memory:");
    } finally {
      process.chdir(before);
    }
  });

  it("of a folder is refused", async () => {
    await refused(world.folder, /is a folder/);
  });

  it("of a FIFO is refused, without waiting for anybody", async () => {
    const path = join(world.folder, "pipe");
    execFileSync("mkfifo", [path]);
    await refused(path, /no regular file/);
  });

  it("of a newer schema is refused, and the file is not touched", async () => {
    const engine = await world.engine();
    await engine.createCampaign({ id: "c" });
    engine.close();
    const raw = new Database(world.db);
    raw.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
    raw.close();
    await untouched(world.db, () => refused(world.db, /newer version.*upgrade/));
  });

  it("of a truncated file is refused", async () => {
    const engine = await world.engine();
    await engine.createCampaign({ id: "c" });
    engine.close();
    const whole = readFileSync(world.db);
    for (const length of [50, 100, 4096, Math.floor(whole.length / 2), whole.length - 1]) {
      writeFileSync(world.db, whole.subarray(0, length));
      await untouched(world.db, () => refused(world.db, /truncated|not a database/));
    }
  });

  it("of a corrupt file is refused when the damage is met", async () => {
    const engine = await world.engine();
    const campaign = await engine.createCampaign({ id: "c" });
    for (let i = 0; i < 50; i++) await mention(campaign, `Mira ${i}`, { force: true });
    engine.close();
    const bytes = readFileSync(world.db);
    bytes.fill(0xff, 4096);
    writeFileSync(world.db, bytes);
    const again = await world.engine();
    const error = await failure(again.campaign("c").then((c) => c.lookupEntity({ mention: "Mira 1" })));
    expect(error.code).to.equal("REPOSITORY_ERROR");
    expect(error.message)
      .to.include(world.db)
      .and.to.match(/corrupt/);
  });

  it("in a missing folder is an unknown campaign to everything but its creation, and nothing is made", async () => {
    const path = join(world.folder, "no", "canon.db");
    const engine = await world.engine({ db: path });
    expect(await engine.listCampaigns()).to.deep.equal([]);
    expect((await failure(engine.campaign("c"))).code).to.equal("CAMPAIGN_NOT_FOUND");
    expect(await engine.deleteCampaign("c")).to.equal(false);
    const error = await failure(engine.createCampaign({ id: "c" }));
    expect(error.code).to.equal("REPOSITORY_ERROR");
    expect(error.message)
      .to.include(path)
      .and.to.match(/folder is missing/);
    expect(existsSync(join(world.folder, "no"))).to.equal(false);
  });

  it("below a file is an unknown campaign, and cannot be created", async () => {
    writeFileSync(join(world.folder, "file"), "x");
    const path = join(world.folder, "file", "canon.db");
    const engine = await world.engine({ db: path });
    expect((await failure(engine.campaign("c"))).code).to.equal("CAMPAIGN_NOT_FOUND");
    const error = await failure(engine.createCampaign({ id: "c" }));
    expect(error.code).to.equal("REPOSITORY_ERROR");
    expect(error.message).to.include(path);
  });

  it("that is absent, or of 0 bytes, stays so when it is read", async () => {
    const engine = await world.engine();
    expect((await failure(engine.campaign("c"))).code).to.equal("CAMPAIGN_NOT_FOUND");
    expect(await engine.deleteCampaign("c")).to.equal(false);
    expect(readdirSync(world.folder)).to.deep.equal([]);
    writeFileSync(world.db, "");
    expect(await engine.listCampaigns()).to.deep.equal([]);
    expect((await failure(engine.campaign("c"))).code).to.equal("CAMPAIGN_NOT_FOUND");
    expect(statSync(world.db).size).to.equal(0);
    await engine.createCampaign({ id: "c" });
    expect((await engine.campaign("c")).info.id).to.equal("c");
  });

  it("of a file that was made carries the mark and the schema's version", async () => {
    await (await world.engine()).createCampaign({ id: "c" });
    const raw = new Database(world.db, { readonly: true });
    expect(raw.pragma("application_id", { simple: true })).to.equal(APPLICATION_ID);
    expect(raw.pragma("user_version", { simple: true })).to.equal(SCHEMA_VERSION);
    expect(raw.pragma("journal_mode", { simple: true })).to.equal("wal");
    raw.close();
  });

  it("that another process keeps locked is an error after the wait, and reads go on meanwhile", async () => {
    const engine = await world.engine();
    const campaign = await engine.createCampaign({ id: "c" });
    const locker = new Database(world.db);
    locker.exec("begin immediate");
    try {
      expect(await campaign.prepareTurn()).to.deep.equal({ scene: null, presentEntities: [] });
      const error = await failure(campaign.advanceTurn());
      expect(error.code).to.equal("REPOSITORY_ERROR");
      expect(error.message)
        .to.include(world.db)
        .and.to.match(/locked/);
    } finally {
      locker.exec("rollback");
      locker.close();
    }
    expect(await campaign.advanceTurn()).to.deep.equal({ turnNumber: 1 });
  });

  it("of :memory: is a database of one engine, absent until it is created", async () => {
    const engine = await world.engine({ db: ":memory:" });
    expect(await engine.listCampaigns()).to.deep.equal([]);
    expect((await failure(engine.campaign("c"))).code).to.equal("CAMPAIGN_NOT_FOUND");
    expect(await engine.deleteCampaign("c")).to.equal(false);
    await engine.createCampaign({ id: "c" });
    expect((await engine.listCampaigns()).map(({ id }) => id)).to.deep.equal(["c"]);
    const other = await world.engine({ db: ":memory:" });
    expect(await other.listCampaigns()).to.deep.equal([]);
  });
});

// Permissions bind no administrator, so these calls run without that privilege: still as the owner where the system can take it
// away, since nobody else may be able to reach this folder, else as somebody else.
describe("a database that may not be written", () => {
  const NOBODY = 65_534;
  const WITHOUT_PRIVILEGE = ["--bounding-set=-all", "--inh-caps=-all"];
  const CAN_DROP = spawnSync("setpriv", [...WITHOUT_PRIVILEGE, "true"]).status === 0;
  const script = fileURLToPath(new URL("../support/call-engine.mjs", import.meta.url));
  let world: World;

  beforeEach(async () => {
    world = newWorld();
    chmodSync(world.folder, 0o755);
    const engine = await world.engine();
    const campaign = await engine.createCampaign({ id: "c" });
    await campaign.advanceTurn();
    engine.close();
  });

  afterEach(() => {
    chmodSync(world.folder, 0o755);
    world.drop();
  });

  function call(db: string, method: string, input: object = {}) {
    const node = [process.execPath, script, db, "c", method, JSON.stringify(input)];
    const env = { HOME: world.folder, PATH: process.env.PATH };
    const root = process.getuid?.() === 0;
    const [program = "", ...args] = root && CAN_DROP ? ["setpriv", ...WITHOUT_PRIVILEGE, ...node] : node;
    const who = root && !CAN_DROP ? { uid: NOBODY, gid: NOBODY } : {};
    const run = spawnSync(program, args, { encoding: "utf8", env, ...who });
    if (run.stdout === "") throw new Error(run.stderr);
    return JSON.parse(run.stdout) as { value?: unknown; code?: string; message?: string };
  }

  it("is read when its folder can be written, and says so when it is written to", () => {
    chmodSync(world.db, 0o444);
    chmodSync(world.folder, 0o777);
    expect(call(world.db, "getScene")).to.deep.equal({ value: null });
    const refused = call(world.db, "advanceTurn");
    expect(refused.code).to.equal("REPOSITORY_ERROR");
    expect(refused.message)
      .to.include(world.db)
      .and.to.match(/read-only/);
  });

  it("in a folder that may not be written either, is read or says why not", () => {
    chmodSync(world.db, 0o444);
    chmodSync(world.folder, 0o555);
    const read = call(world.db, "getScene");
    if (read.code) {
      expect(read.code).to.equal("REPOSITORY_ERROR");
      expect(read.message)
        .to.include(world.db)
        .and.to.match(/read-only/);
    } else expect(read).to.deep.equal({ value: null });
    expect(call(world.db, "advanceTurn").code).to.equal("REPOSITORY_ERROR");
  });

  it("that may not be read is refused with its path", () => {
    chmodSync(world.db, 0o000);
    const refused = call(world.db, "getScene");
    expect(refused.code).to.equal("REPOSITORY_ERROR");
    expect(refused.message).to.include(world.db);
  });

  it("cannot be made in a folder that may not be written", () => {
    const folder = join(world.folder, "closed");
    mkdirSync(folder, { mode: 0o555 });
    const path = join(folder, "canon.db");
    expect(call(path, "getScene").code).to.equal("CAMPAIGN_NOT_FOUND");
    const refused = call(path, "createCampaign");
    expect(refused.code).to.equal("REPOSITORY_ERROR");
    expect(refused.message).to.include(path);
  });
});
