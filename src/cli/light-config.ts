import { readFileSync } from "node:fs";
import type { Config } from "@oclif/core/config";
import { packagePath } from "../package-root.ts";
import type { LoadedPlugin } from "./load-plugins.ts";
import { readInstalled } from "./read-installed.ts";

/**
 * What our own commands use of oclif's configuration. Loading the real one reads the manifest of every plugin and sorts
 * every command, which takes longer than the commands themselves.
 */
export function lightConfig(): Config {
  const light = {
    bin: "sneq-engine",
    root: packagePath(),
    get version(): string {
      return JSON.parse(readFileSync(packagePath("package.json"), "utf8")).version;
    },
    get plugins(): Map<string, LoadedPlugin> {
      return new Map(readInstalled(process.env).map((plugin) => [plugin.name, plugin]));
    },
    scopedEnvVarKeys: () => [],
    // Hooks of plugins are not run around our own commands.
    runHook: async () => ({ successes: [], failures: [] }),
  };
  return light as unknown as Config;
}
