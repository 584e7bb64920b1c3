import { randomUUID } from "node:crypto";
import {
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { log } from "../debug-log.ts";
import { readJson } from "../read-json.ts";
import { pluginsFailure } from "./failure.ts";
import { withLock } from "./lock.ts";

/** One line of the list of plugins, as @oclif/plugin-plugins writes and oclif reads it. */
export interface PluginEntry {
  name: string;
  type: "user" | "link";
  /** The range or tag an update follows. */
  tag?: string;
  /** Where it was installed from, when that was no registry. */
  url?: string;
  /** The folder of a linked plugin. */
  root?: string;
}

interface FolderPackage {
  name?: string;
  private?: boolean;
  dependencies?: Record<string, string>;
  oclif?: { schema?: number; plugins?: (PluginEntry | string)[] };
}

const MODULES = "node_modules";
const LIST = "package.json";
/** A generation: a folder with all that npm keeps of the plugins. Everything else in the data folder belongs to others. */
const GENERATION = ".plugins-";
const FIRST_GENERATION = `${GENERATION}first`;
const KEPT = ["package-lock.json", "archives", MODULES] as const;
const NEXT_LINK = ".next-modules";
const NEXT_LIST = ".next-package.json";
/** Where npm may keep downloads in the folder it works in, when the program's own cache cannot be written. */
export const LAST_RESORT_CACHE = ".npm";

/** The folder in which installed plugins lie: oclif's data folder of the program. */
export class PluginFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  entries(): PluginEntry[] {
    return entriesOf(this.path);
  }

  /** The version that is on disk now; undefined when it is not there. */
  version(name: string): string | undefined {
    return versionIn(this.path, name);
  }

  /** Every plugin with the version that is on disk, by name. */
  versions(): Record<string, string | undefined> {
    const sorted = this.entries().sort((a, b) => (a.name < b.name ? -1 : 1));
    return Object.fromEntries(
      sorted.map(({ name, root }) => [name, root === undefined ? this.version(name) : versionAt(root)]),
    );
  }

  /**
   * Changes the plugins: `work` builds the new state in a copy, which takes the place of the old one when the work is done,
   * and is thrown away when it fails. One process at a time.
   * @throws SneqError BUSY, NOT_WRITABLE, and whatever `work` throws
   */
  async change<T>(work: (staged: StagedFolder) => Promise<T>): Promise<T> {
    try {
      mkdirSync(this.path, { recursive: true });
      return await withLock(join(this.path, ".plugins.lock"), () => this.#change(work));
    } catch (error) {
      throw notWritable(error, this.path);
    }
  }

  async #change<T>(work: (staged: StagedFolder) => Promise<T>): Promise<T> {
    this.#adopt();
    this.#tidy();
    const generation = `${GENERATION}${randomUUID()}`;
    const staged = new StagedFolder(join(this.path, generation), this.path, this.#generation());
    try {
      const result = await work(staged);
      this.#commit(staged, generation);
      return result;
    } finally {
      attempt(() => this.#tidy());
    }
  }

  /**
   * Puts the new state in place. `node_modules` is a link to that of a generation, so that it changes in one step; the list
   * names, before and behind that step, only what both have. Whoever reads or dies in between has plugins that work.
   */
  #commit(staged: StagedFolder, generation: string): void {
    rmSync(join(staged.path, LAST_RESORT_CACHE), { recursive: true, force: true });
    const old = { list: readPackage(this.path), generation: this.#generation() };
    const before = this.entries();
    const names = new Set(staged.entries().map(({ name }) => name));
    const common = before.filter(({ name }) => names.has(name));
    try {
      if (common.length < before.length) writePackage(this.path, withPlugins(old.list, common));
      this.#point(existsSync(join(staged.path, MODULES)) ? generation : undefined);
      writePackage(this.path, readPackage(staged.path));
    } catch (error) {
      attempt(() => this.#point(old.generation));
      attempt(() => writePackage(this.path, old.list));
      throw error;
    }
  }

  #point(generation: string | undefined): void {
    const path = join(this.path, MODULES);
    if (generation === undefined) {
      rmSync(path, { force: true });
      return;
    }
    const next = join(this.path, NEXT_LINK);
    rmSync(next, { force: true });
    symlinkSync(join(generation, MODULES), next, "junction");
    // Windows does not rename onto a link.
    if (process.platform === "win32") rmSync(path, { force: true });
    renameSync(next, path);
  }

  /** The generation in use. */
  #generation(): string | undefined {
    const path = join(this.path, MODULES);
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()
      ? basename(dirname(readlinkSync(path)))
      : undefined;
  }

  /** Makes a generation of plugins that oclif's own commands installed, which lie in the data folder itself. */
  #adopt(): void {
    const first = join(this.path, FIRST_GENERATION);
    const modules = join(this.path, MODULES);
    const found = lstatSync(modules, { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) return;
    if (found) {
      mkdirSync(first, { recursive: true });
      for (const part of KEPT) if (existsSync(join(this.path, part))) move(join(this.path, part), join(first, part));
    }
    if (existsSync(join(first, MODULES))) this.#point(FIRST_GENERATION);
  }

  /** Removes what no call can reach: generations of changes that failed, were ended, or have been replaced. */
  #tidy(): void {
    const used = this.#generation();
    for (const name of readdirSync(this.path))
      if ((name.startsWith(GENERATION) && name !== used) || name === NEXT_LINK || name === NEXT_LIST)
        rmSync(join(this.path, name), { recursive: true, force: true });
  }
}

/** A copy of the plugins in which a change is made. */
export class StagedFolder {
  readonly path: string;

  /** `generation` is what is in use in the folder `from`, if anything. */
  constructor(path: string, from: string, generation: string | undefined) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    for (const part of generation === undefined ? [] : KEPT)
      if (existsSync(join(from, generation ?? "", part)))
        cpSync(join(from, generation ?? "", part), join(path, part), {
          recursive: true,
          verbatimSymlinks: true,
          mode: constants.COPYFILE_FICLONE,
        });
    writePackage(path, withPlugins(readPackage(from), entriesOf(from)));
  }

  entries(): PluginEntry[] {
    return entriesOf(this.path);
  }

  version(name: string): string | undefined {
    return versionIn(this.path, name);
  }

  /** Lists the plugin, in the place of one of the same name. */
  add(entry: PluginEntry): void {
    this.#list([...this.entries().filter(({ name }) => name !== entry.name), entry]);
  }

  remove(name: string): void {
    this.#list(this.entries().filter((entry) => entry.name !== name));
  }

  #list(plugins: PluginEntry[]): void {
    writePackage(this.path, withPlugins(readPackage(this.path), plugins));
  }
}

function withPlugins(known: FolderPackage, plugins: PluginEntry[]): FolderPackage {
  return { ...known, private: true, oclif: { schema: 1, ...known.oclif, plugins } };
}

function readPackage(folder: string): FolderPackage {
  const path = join(folder, LIST);
  try {
    return JSON.parse(readFileSync(path, "utf8")) as FolderPackage;
  } catch (error) {
    if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? "")) return {};
    if (error instanceof SyntaxError)
      throw pluginsFailure("INSTALL_FAILED", `The list of plugins ${path} is no valid JSON: correct or delete it.`);
    throw error;
  }
}

/** Whoever reads the list meanwhile reads it whole. */
function writePackage(folder: string, content: FolderPackage): void {
  const next = join(folder, NEXT_LIST);
  writeFileSync(next, `${JSON.stringify(content, null, 2)}\n`);
  renameSync(next, join(folder, LIST));
}

function move(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

/** Does what it can: what is left undone, the next change puts right. */
function attempt(step: () => void): void {
  try {
    step();
  } catch (error) {
    log({ event: "plugins-folder", message: (error as Error).message });
  }
}

function entriesOf(folder: string): PluginEntry[] {
  const plugins = readPackage(folder).oclif?.plugins ?? [];
  return plugins.map((entry) => (typeof entry === "string" ? { name: entry, type: "user", tag: "latest" } : entry));
}

function versionIn(folder: string, name: string): string | undefined {
  return versionAt(join(folder, MODULES, name));
}

function versionAt(root: string): string | undefined {
  return readJson(join(root, LIST))?.version as string | undefined;
}

function notWritable(error: unknown, folder: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return pluginsFailure("DISK_FULL", "The disk is full. Nothing was changed.", { folder });
  if (!/^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT|EEXIST)$/.test(code ?? "") || typeof code !== "string" || !path)
    return error;
  return pluginsFailure(
    "NOT_WRITABLE",
    `Plugins cannot be kept in ${folder} (${code} at ${dirname(path)}). Set SNEQ_ENGINE_DATA_DIR, or XDG_DATA_HOME, or HOME, to a folder that can be written.`,
    { folder, variables: ["SNEQ_ENGINE_DATA_DIR", "XDG_DATA_HOME", "HOME"] },
  );
}
