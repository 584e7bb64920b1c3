import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { readJson } from "../read-json.ts";
import { checkPackage, type PluginPackage } from "./check-package.ts";
import { pluginsFailure } from "./failure.ts";
import { npm } from "./npm.ts";
import { type PackageSource, packageSource } from "./package-source.ts";
import { LAST_RESORT_CACHE, type PluginEntry, PluginFolder, type StagedFolder } from "./plugin-folder.ts";
import { packageJsonOf } from "./read-archive.ts";

export interface InstallerOptions {
  /** oclif's data folder of the program, where plugins lie. */
  dataDir: string;
  /** Where npm may keep what it downloads. */
  cacheDir: string;
  registry?: string | undefined;
  /** The name no plugin may have. */
  hostName: string;
  /** Run install scripts of packages. */
  scripts?: boolean | undefined;
  /** Told what is being done, for a person who waits. */
  progress(step: string): void;
}

/** A change that was made. `previous` is the version that was there before. */
export interface Installed {
  plugin: string;
  version: string;
  previous?: string;
}

/** An archive in a folder of its own, and what it holds. */
interface Fetched extends PluginPackage {
  archive: string;
}

/** The first question finds out whether there is a registry at all: a person waits for that. */
const ASKING = { patienceMs: 10_000, retries: 0 };
const FETCHING = { patienceMs: 60_000, retries: 1 };

/** Installs, upgrades, links and removes plugins. Every change is made whole or not at all. */
export class Installer {
  readonly #options: InstallerOptions;
  readonly folder: PluginFolder;

  constructor(options: InstallerOptions) {
    this.#options = options;
    this.folder = new PluginFolder(options.dataDir);
  }

  /**
   * Installs what was typed, or replaces the version that is there.
   * @throws SneqError with one of the codes of `plugins`; then nothing has changed.
   */
  async install(typed: string, cwd: string): Promise<Installed> {
    const source = packageSource(typed, cwd);
    return this.folder.change((staged) => this.#install(staged, source, typed));
  }

  /** Brings a plugin to the newest version its tag or source offers. @throws as `install` */
  async update(entry: PluginEntry): Promise<Installed> {
    const source: PackageSource =
      entry.url === undefined
        ? { kind: "registry", name: entry.name, range: entry.tag ?? "latest" }
        : packageSource(entry.url, this.folder.path);
    return this.folder.change((staged) => this.#install(staged, source, entry.name));
  }

  /** @throws SneqError NOT_INSTALLED */
  async uninstall(name: string, cwd: string): Promise<{ plugin: string; version: string | null }> {
    return this.folder.change(async (staged) => {
      const entry = this.#entry(staged.entries(), name, cwd);
      const version = entry.type === "link" ? versionOf(entry.root) : staged.version(entry.name);
      if (entry.type === "user") {
        this.#options.progress(`Removing ${entry.name}`);
        await this.#npm(["uninstall", entry.name], staged.path, FETCHING);
        dropArchives(staged.path);
      }
      staged.remove(entry.name);
      return { plugin: entry.name, version: version ?? null };
    });
  }

  /** Removes every plugin; returns their names. */
  async reset(): Promise<string[]> {
    return this.folder.change(async (staged) => {
      const entries = staged.entries();
      const installed = entries.filter(({ type }) => type === "user").map(({ name }) => name);
      if (installed.length > 0) await this.#npm(["uninstall", ...installed], staged.path, FETCHING);
      dropArchives(staged.path);
      for (const { name } of entries) staged.remove(name);
      return entries.map(({ name }) => name);
    });
  }

  /** Uses a folder as it stands, ahead of an installed plugin of the same name. @throws SneqError NOT_A_PLUGIN, … */
  async link(typed: string, cwd: string): Promise<{ plugin: string; version: string; root: string }> {
    const root = resolve(cwd, typed);
    const packageJson = readJson(join(root, "package.json"));
    if (!packageJson) throw pluginsFailure("PLUGIN_NOT_FOUND", `There is no package.json in ${root}.`, { path: root });
    const { name, version } = this.#checked(packageJson, root);
    return this.folder.change(async (staged) => {
      staged.add({ name, type: "link", root });
      return { plugin: name, version, root };
    });
  }

  async #install(staged: StagedFolder, source: PackageSource, typed: string): Promise<Installed> {
    const downloads = mkdtempSync(join(tmpdir(), "sneq-plugin-"));
    try {
      this.#options.progress(`Fetching ${typed}`);
      const fetched = await this.#fetch(source, typed, downloads);
      const previous = staged.version(fetched.name);
      this.#options.progress(`Installing ${fetched.name} ${fetched.version}`);
      await this.#npm(["install", "--save-exact", this.#installable(source, fetched, staged)], staged.path, FETCHING);
      const version = staged.version(fetched.name);
      if (version !== fetched.version)
        throw pluginsFailure("INSTALL_FAILED", `npm installed ${version ?? "nothing"} instead of ${fetched.version}.`);
      staged.add(entryOf(source, fetched.name));
      dropArchives(staged.path);
      return { plugin: fetched.name, version, ...(previous !== undefined && { previous }) };
    } finally {
      rmSync(downloads, { recursive: true, force: true });
    }
  }

  /** Gets the package as an archive and looks at it, before anything is changed. */
  async #fetch(source: PackageSource, typed: string, downloads: string): Promise<Fetched> {
    const isArchive = source.kind === "file" && statSync(source.path).isFile();
    let archive = isArchive ? source.path : "";
    if (!isArchive) {
      await this.#npm(["pack", specOf(source), `--pack-destination=${downloads}`], downloads, ASKING);
      archive = join(downloads, readdirSync(downloads).find((name) => name.endsWith(".tgz")) ?? "");
    }
    return { ...this.#checked(contentOf(archive, typed), typed), archive };
  }

  /** What npm is told to install: a version of the registry, or an archive that is kept beside the plugins. */
  #installable(source: PackageSource, { name, version, archive }: Fetched, staged: StagedFolder): string {
    if (source.kind === "registry") return `${name}@${version}`;
    const kept = `${name.replace(/^@/, "").replace("/", "-")}-${version}-${Date.now()}.tgz`;
    mkdirSync(join(staged.path, "archives"), { recursive: true });
    copyFileSync(archive, join(staged.path, "archives", kept));
    return `file:archives/${kept}`;
  }

  #checked(packageJson: Record<string, unknown> | undefined, typed: string): PluginPackage {
    if (packageJson?.name === this.#options.hostName)
      throw pluginsFailure("NOT_A_PLUGIN", `${this.#options.hostName} is the engine itself, which npm upgrades.`);
    return checkPackage(packageJson, typed);
  }

  #entry(entries: readonly PluginEntry[], name: string, cwd: string): PluginEntry {
    const plain = name.replace(/(?<=.)@[^/]*$/, "");
    const entry = entries.find((one) => one.name === plain) ?? entries.find((one) => one.root === resolve(cwd, name));
    if (entry) return entry;
    const installed = entries.map((one) => one.name);
    throw pluginsFailure(
      "NOT_INSTALLED",
      `${plain} is not installed. Installed: ${installed.join(", ") || "no plugin"}.`,
      { installed },
    );
  }

  #npm(argv: string[], cwd: string, wait: typeof ASKING): Promise<unknown> {
    const { registry, scripts } = this.#options;
    return npm(argv, { cwd, registry, scripts, ...wait, cache: this.#cache(cwd) });
  }

  /** The program's own cache; where that cannot be written, one that goes with the change. */
  #cache(cwd: string): string {
    const own = join(this.#options.cacheDir, "npm");
    try {
      mkdirSync(own, { recursive: true });
      return own;
    } catch {
      return join(cwd, LAST_RESORT_CACHE);
    }
  }
}

function specOf(source: PackageSource): string {
  if (source.kind === "registry") return `${source.name}@${source.range}`;
  return source.kind === "file" ? source.path : source.spec;
}

function entryOf(source: PackageSource, name: string): PluginEntry {
  if (source.kind === "registry") return { name, type: "user", tag: source.range };
  return { name, type: "user", url: source.kind === "file" ? `file:${source.path}` : source.spec };
}

function contentOf(archive: string, typed: string): Record<string, unknown> | undefined {
  try {
    return packageJsonOf(archive);
  } catch (error) {
    throw pluginsFailure("NOT_A_PLUGIN", `${typed} is no archive of npm's: ${(error as Error).message}.`);
  }
}

/** Archives that no dependency names any more. */
function dropArchives(folder: string): void {
  const path = join(folder, "archives");
  if (!existsSync(path)) return;
  const dependencies = Object.values(
    (readJson(join(folder, "package.json"))?.dependencies as Record<string, string> | undefined) ?? {},
  );
  for (const name of readdirSync(path))
    if (!dependencies.some((spec) => basename(spec) === name)) rmSync(join(path, name));
}

function versionOf(root: string | undefined): string | undefined {
  return root === undefined ? undefined : (readJson(join(root, "package.json"))?.version as string | undefined);
}
