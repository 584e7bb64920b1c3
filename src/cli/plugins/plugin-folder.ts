import {
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
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

const STAGED = ".staged-";
const RETIRED = ".retired-";
/** What a change may replace; everything else in the data folder belongs to others. The list itself comes last. */
const PARTS = ["node_modules", "package-lock.json", "archives", "package.json"] as const;

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
    this.#recover();
    const staged = new StagedFolder(join(this.path, `${STAGED}${process.pid}`), this.path);
    try {
      const result = await work(staged);
      this.#swap(staged.path);
      return result;
    } finally {
      rmSync(staged.path, { recursive: true, force: true });
    }
  }

  /** Puts the parts of the new state in place one after the other; when one cannot be, all go back. */
  #swap(staged: string): void {
    const retired = join(this.path, `${RETIRED}${process.pid}`);
    mkdirSync(retired, { recursive: true });
    const undo: (() => void)[] = [];
    const move = (from: string, to: string) => {
      if (!existsSync(from)) return;
      renameSync(from, to);
      undo.unshift(() => renameSync(to, from));
    };
    try {
      for (const part of PARTS) {
        move(join(this.path, part), join(retired, part));
        move(join(staged, part), join(this.path, part));
      }
    } catch (error) {
      for (const back of undo) back();
      throw error;
    } finally {
      rmSync(retired, { recursive: true, force: true });
    }
  }

  /** After a process that ended in the middle of a change: what it moved away and did not replace comes back. */
  #recover(): void {
    for (const name of readdirSync(this.path)) {
      if (name.startsWith(RETIRED))
        for (const part of readdirSync(join(this.path, name)))
          if (!existsSync(join(this.path, part))) renameSync(join(this.path, name, part), join(this.path, part));
      if (name.startsWith(RETIRED) || name.startsWith(STAGED))
        rmSync(join(this.path, name), { recursive: true, force: true });
    }
  }
}

/** A copy of the plugins in which a change is made. */
export class StagedFolder {
  readonly path: string;

  constructor(path: string, from: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    for (const part of PARTS)
      if (existsSync(join(from, part)))
        cpSync(join(from, part), join(path, part), {
          recursive: true,
          verbatimSymlinks: true,
          mode: constants.COPYFILE_FICLONE,
        });
    if (!existsSync(join(path, "package.json"))) writePackage(path, { oclif: { plugins: [], schema: 1 } });
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
    const known = readPackage(this.path);
    writePackage(this.path, { ...known, private: true, oclif: { schema: 1, ...known.oclif, plugins } });
  }
}

function readPackage(folder: string): FolderPackage {
  const path = join(folder, "package.json");
  try {
    return JSON.parse(readFileSync(path, "utf8")) as FolderPackage;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    if (error instanceof SyntaxError)
      throw pluginsFailure("INSTALL_FAILED", `The list of plugins ${path} is no valid JSON: correct or delete it.`);
    throw error;
  }
}

function writePackage(folder: string, content: FolderPackage): void {
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(content, null, 2)}\n`);
}

function entriesOf(folder: string): PluginEntry[] {
  const plugins = readPackage(folder).oclif?.plugins ?? [];
  return plugins.map((entry) => (typeof entry === "string" ? { name: entry, type: "user", tag: "latest" } : entry));
}

function versionIn(folder: string, name: string): string | undefined {
  return versionAt(join(folder, "node_modules", name));
}

function versionAt(root: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
  } catch {
    return undefined;
  }
}

function notWritable(error: unknown, folder: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC") return pluginsFailure("DISK_FULL", "The disk is full. Nothing was changed.", { folder });
  if (!/^(EACCES|EPERM|EROFS|ENOTDIR|ENOENT)$/.test(code ?? "") || typeof code !== "string" || !path) return error;
  return pluginsFailure(
    "NOT_WRITABLE",
    `Plugins cannot be kept in ${folder} (${code} at ${dirname(path)}). Set SNEQ_ENGINE_DATA_DIR, or XDG_DATA_HOME, or HOME, to a folder that can be written.`,
    { folder, variables: ["SNEQ_ENGINE_DATA_DIR", "XDG_DATA_HOME", "HOME"] },
  );
}
