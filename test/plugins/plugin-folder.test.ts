import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { PluginFolder, type StagedFolder } from "../../src/cli/plugins/plugin-folder.ts";
import { readInstalled } from "../../src/cli/read-installed.ts";

type Step = (what: string) => void;

const CHANGING = ["renameSync", "symlinkSync", "rmSync", "writeFileSync", "mkdirSync", "cpSync"] as const;

/** Calls `step` before everything that changes the disk. */
async function watching<T>(step: Step, work: () => Promise<T>): Promise<T> {
  const own = Object.fromEntries(CHANGING.map((name) => [name, fs[name]]));
  const watched = CHANGING.map((name) => [
    name,
    (...args: unknown[]) => {
      step(`${name} ${String(args[0])}`);
      return (own[name] as (...all: unknown[]) => unknown)(...args);
    },
  ]);
  Object.assign(fs, Object.fromEntries(watched));
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    Object.assign(fs, own);
    syncBuiltinESMExports();
  }
}

function put(staged: StagedFolder, name: string, version: string): void {
  const root = join(staged.path, "node_modules", name);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, "package.json"), JSON.stringify({ name, version }));
  staged.add({ name, type: "user", tag: "latest" });
}

function take(staged: StagedFolder, name: string): void {
  rmSync(join(staged.path, "node_modules", name), { recursive: true });
  staged.remove(name);
}

const CHANGES: Record<string, [work: (staged: StagedFolder) => void, after: string[]]> = {
  install: [(staged) => put(staged, "b", "1.0.0"), ["a 1.0.0", "b 1.0.0"]],
  upgrade: [(staged) => put(staged, "a", "2.0.0"), ["a 2.0.0"]],
  uninstall: [(staged) => take(staged, "a"), []],
};

describe("The folder of the plugins", () => {
  let path: string;
  let folder: PluginFolder;
  // Node's copying keeps what it finds in `fs` when it is first used: that must be the real thing.
  before(() => {
    const copy = mkdtempSync(join(tmpdir(), "sneq-copy-"));
    cpSync(import.meta.dirname, copy, { recursive: true });
    rmSync(copy, { recursive: true });
  });
  beforeEach(async () => {
    path = mkdtempSync(join(tmpdir(), "sneq-plugins-"));
    folder = new PluginFolder(path);
    await folder.change(async (staged) => put(staged, "a", "1.0.0"));
  });
  afterEach(() => rmSync(path, { recursive: true, force: true }));

  const seen = () =>
    readInstalled({ SNEQ_ENGINE_DATA_DIR: path })
      .map(({ name, version }) => `${name} ${version}`)
      .sort();
  const listed = () => folder.entries().map(({ name }) => name);
  /** Every listed plugin is there, and the listed ones are those of before or of after the change. */
  const expectWhole = (after: readonly string[], where: string) => {
    expect([["a 1.0.0"], after], where).to.deep.include(seen());
    expect(listed(), where).to.have.lengthOf(seen().length);
  };
  const generations = () => readdirSync(path).filter((name) => name !== "node_modules" && name !== "package.json");
  const again = async () => {
    await folder.change(async (staged) => put(staged, "c", "1.0.0"));
    expect(seen()).to.include("c 1.0.0");
    expect(listed()).to.have.lengthOf(seen().length);
    expect(generations()).to.have.lengthOf(1);
  };

  for (const [name, [work, after]] of Object.entries(CHANGES)) {
    it(`is whole for whoever looks while an ${name} goes on`, async () => {
      await watching(
        (what) => expectWhole(after, what),
        () => folder.change(async (staged) => work(staged)),
      );
      expect(seen()).to.deep.equal(after);
      expect(generations()).to.have.lengthOf(1);
    });

    it(`is whole after a process that ended anywhere in an ${name}, and can be changed again`, async () => {
      for (let last = 1; ; last += 1) {
        let steps = 0;
        const ended = await watching(
          (what) => {
            steps += 1;
            // Whatever an ended process would still do has no effect either.
            if (steps > last) throw new Error(`ended before ${what}`);
          },
          () =>
            folder
              .change(async (staged) => work(staged))
              .then(
                () => false,
                () => true,
              ),
        );
        if (steps <= last) {
          expect(ended).to.equal(false);
          break;
        }
        rmSync(join(path, ".plugins.lock"), { force: true });
        expectWhole(after, `after ${last} steps`);
        await again();
        await folder.change(async (staged) => {
          for (const { name: one } of staged.entries()) if (one !== "a") take(staged, one);
          put(staged, "a", "1.0.0");
        });
      }
    });

    it(`is as before when a step of an ${name} fails`, async () => {
      let steps = 0;
      await watching(
        () => {
          steps += 1;
        },
        () => folder.change(async (staged) => work(staged)),
      );
      for (let failing = 1; failing <= steps; failing += 1) {
        rmSync(path, { recursive: true });
        await folder.change(async (staged) => put(staged, "a", "1.0.0"));
        let step = 0;
        const failure = await watching(
          (what) => {
            step += 1;
            if (step === failing) throw new Error(`no ${what}`);
          },
          () =>
            folder
              .change(async (staged) => work(staged))
              .then(
                () => undefined,
                (error: Error) => error,
              ),
        );
        rmSync(join(path, ".plugins.lock"), { force: true });
        // What fails once everything is in place is the tidying up.
        const done = failure === undefined || /rmSync .*\.plugins[-.]/.test(failure.message);
        expect(done ? [["a 1.0.0"], after] : [["a 1.0.0"]], failure?.message).to.deep.include(seen());
        await again();
      }
    });
  }

  it("takes over what oclif's own commands installed", async () => {
    const own = join(path, "own");
    const root = join(own, "node_modules", "a");
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, "package.json"), '{"name":"a","version":"1.5.0"}');
    writeFileSync(join(own, "package-lock.json"), "{}");
    const list = { oclif: { schema: 1, plugins: [{ name: "a", type: "user", tag: "latest" }] } };
    writeFileSync(join(own, "package.json"), JSON.stringify({ dependencies: { a: "1.5.0" }, ...list }));
    const taken = new PluginFolder(own);
    await taken.change(async (staged) => {
      expect(readFileSync(join(staged.path, "package-lock.json"), "utf8")).to.equal("{}");
      put(staged, "b", "1.0.0");
    });
    expect(taken.versions()).to.deep.equal({ a: "1.5.0", b: "1.0.0" });
    expect(existsSync(join(own, "package-lock.json"))).to.equal(false);
    expect(JSON.parse(readFileSync(join(own, "package.json"), "utf8")).dependencies).to.deep.equal({ a: "1.5.0" });
  });
});
