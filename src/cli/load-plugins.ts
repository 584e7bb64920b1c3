import type { InstalledPlugin, InstalledPlugins, PluginOrigin, PluginProblem } from "../installed-plugin.ts";
import { readSection } from "../plugin-section.ts";

/** What is read of a plugin that oclif has loaded. */
export interface LoadedPlugin {
  name: string;
  version: string;
  root: string;
  type: string;
  /** Absent where the package is listed but cannot be read. */
  pjson: object | undefined;
}

/**
 * The plugins of a command line, from the package.json files that oclif has parsed already: nothing is read or imported. A
 * plugin without a `sneq` section only brings commands and is left out; one with a faulty section is named in `problems`.
 */
export function installedPlugins(loaded: Iterable<LoadedPlugin>): InstalledPlugins {
  const plugins: InstalledPlugin[] = [];
  const problems: PluginProblem[] = [];
  for (const { name, version, root, type, pjson } of loaded) {
    if (!pjson) {
      problems.push({ plugin: name, code: "NOT_LOADED", message: notLoaded(name), readsNarrations: true });
      continue;
    }
    if (!("sneq" in pjson)) continue;
    const { section, problem } = readSection(pjson.sneq);
    if (section) plugins.push({ name, version, root, origin: originOf(type), section });
    else problems.push({ plugin: name, ...problem, readsNarrations: readsNarrations(pjson.sneq) });
  }
  return { plugins, problems };
}

export function notLoaded(name: string): string {
  return `${name} is listed but cannot be loaded: its folder is missing or holds no package that can be read. Install or link it again, or uninstall it.`;
}

function originOf(type: string): PluginOrigin {
  return type === "link" || type === "user" || type === "dev" ? type : "core";
}

/** A section that only offers providers does not touch a report; of one that cannot be read at all nobody knows. */
function readsNarrations(section: unknown): boolean {
  if (typeof section !== "object" || section === null) return true;
  return "gates" in section || "languages" in section || !("providers" in section);
}
