import { existsSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { pluginsFailure } from "./failure.ts";

/** Where a plugin is to come from. */
export type PackageSource =
  | { kind: "registry"; name: string; range: string }
  /** A folder with a package.json, or an archive as `npm pack` makes it. */
  | { kind: "file"; path: string }
  /** An address or repository, in npm's words. */
  | { kind: "remote"; spec: string };

/**
 * Reads what a person typed behind `plugins install`: a name with or without `@version`, a path, an archive, an address. A
 * relative path is one of the caller's folder.
 * @throws SneqError INVALID_ARGS, PLUGIN_NOT_FOUND for a path where nothing is.
 */
export function packageSource(typed: string, cwd: string): PackageSource {
  if (isPath(typed, cwd)) {
    const path = typed.startsWith("file://")
      ? fileURLToPath(typed)
      : resolve(cwd, typed.replace(/^file:/, "").replace(/^~(?=$|[\\/])/, homedir()));
    if (!existsSync(path)) throw pluginsFailure("PLUGIN_NOT_FOUND", `There is no folder or archive ${path}.`, { path });
    if (statSync(path).isDirectory() && !existsSync(resolve(path, "package.json")))
      throw pluginsFailure("NOT_A_PLUGIN", `The folder ${path} has no package.json.`, { path });
    return { kind: "file", path };
  }
  if (/^[\w+.-]+:/.test(typed)) return { kind: "remote", spec: typed };
  if (/^[\w.-]+\/[\w.-]+(#.+)?$/.test(typed)) return { kind: "remote", spec: `github:${typed}` };
  const parts = /^((?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*)(?:@(.+))?$/i.exec(typed);
  if (!parts?.[1])
    throw pluginsFailure(
      "INVALID_ARGS",
      `${JSON.stringify(typed)} names no package: give name, name@version, a folder or an archive.`,
    );
  return { kind: "registry", name: parts[1], range: parts[2] ?? "latest" };
}

function isPath(typed: string, cwd: string): boolean {
  if (/^(file:|\.{1,2}($|[\\/])|~($|[\\/])|[\\/]|[a-z]:[\\/])/i.test(typed)) return true;
  if (typed.includes("://")) return false;
  if (/\.(tgz|tar\.gz)$/.test(typed)) return true;
  return !typed.startsWith("@") && typed.includes("/") && existsSync(resolve(cwd, typed));
}
