import { readSection } from "../../plugin-section.ts";
import { pluginsFailure } from "./failure.ts";

/** What a package says of itself, once it is known to be a plugin of this engine. */
export interface PluginPackage {
  name: string;
  version: string;
}

/**
 * A package.json as that of a plugin this engine can use.
 * @throws SneqError NOT_A_PLUGIN, API_MISMATCH, BAD_SECTION
 */
export function checkPackage(packageJson: Record<string, unknown> | undefined, typed: string): PluginPackage {
  const { name, version, oclif, sneq } = packageJson ?? {};
  if (typeof name !== "string" || typeof version !== "string")
    throw pluginsFailure("NOT_A_PLUGIN", `${typed} is no npm package: its package.json has no name or no version.`);
  if (typeof oclif !== "object" || oclif === null) {
    const hint = sneq === undefined ? "" : ' Its author has to add "oclif": {} to it.';
    throw pluginsFailure(
      "NOT_A_PLUGIN",
      `${name}@${version} is no plugin: its package.json has no "oclif" section.${hint}`,
    );
  }
  if (sneq !== undefined) {
    const { problem } = readSection(sneq);
    if (problem)
      throw pluginsFailure(problem.code, `${name}@${version} cannot be used: ${problem.message}.`, { name, version });
  }
  return { name, version };
}
