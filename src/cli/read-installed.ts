import { dirname, join } from "node:path";
import { dataFolder } from "../data-folder.ts";
import { log } from "./debug-log.ts";
import type { LoadedPlugin } from "./load-plugins.ts";
import { readJson } from "./read-json.ts";

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  oclif?: { plugins?: unknown };
}

/**
 * The plugins that `plugins install` and `plugins link` have written down, and those they bring along, from their
 * package.json files alone. The same as oclif would find, without its search for commands and hooks; a package that
 * cannot be read is there by its name only.
 */
export function readInstalled(env: NodeJS.ProcessEnv): LoadedPlugin[] {
  const file = join(dataFolder(env), "package.json");
  const entries = (readJson(file) as Manifest | undefined)?.oclif?.plugins;
  if (!Array.isArray(entries)) return [];
  const found = new Map<string, LoadedPlugin>();
  for (const type of ["user", "link"])
    for (const { name, root, type: own } of entries.filter(isEntry))
      if (own === type && !add(found, type, type === "link" && root !== undefined ? root : findPackage(name, file)))
        found.set(name, { name, version: "", root: root ?? "", type, pjson: undefined });
  return [...found.values()];
}

/** False when there is no package that can be read. */
function add(found: Map<string, LoadedPlugin>, type: string, root: string | undefined): boolean {
  if (root === undefined) return false;
  const pjson = readJson(join(root, "package.json")) as Manifest | undefined;
  if (!pjson) return false;
  if (found.has(pjson.name)) return true;
  found.set(pjson.name, { name: pjson.name, version: pjson.version, root, type, pjson });
  const children = pjson.oclif?.plugins;
  if (!Array.isArray(children)) return true;
  for (const child of Object.keys(pjson.dependencies ?? {}))
    if (children.includes(child)) add(found, type, findPackage(child, join(root, "package.json")));
  return true;
}

/** The folder of a package as Node would find it from a file. */
function findPackage(name: string, from: string): string | undefined {
  for (let folder = dirname(from), last = ""; folder !== last; last = folder, folder = dirname(folder)) {
    const root = join(folder, "node_modules", name);
    if (readJson(join(root, "package.json"))) return root;
  }
  log({ event: "plugin-missing", plugin: name });
  return undefined;
}

function isEntry(entry: unknown): entry is { name: string; type: string; root?: string } {
  return typeof entry === "object" && entry !== null && "name" in entry && typeof entry.name === "string";
}
