import { existsSync } from "node:fs";
import { join } from "node:path";
import { Config } from "@oclif/core/config";
import type { SneqError } from "../errors.ts";
import { packagePath } from "../package-root.ts";

/** Longest that all plugins together may take to load, in milliseconds. With manifests they take a few. */
const PATIENCE_MS = 10_000;

interface LoadedConfiguration {
  config: Config;
  /** Why the installed plugins are not part of it; absent when they are. */
  late?: SneqError;
}

/**
 * oclif's configuration with all plugins. One without a manifest is imported here, and may never come to an end: then the
 * configuration is that of the engine alone, which is enough to remove the plugin.
 */
export async function loadConfiguration(): Promise<LoadedConfiguration> {
  let patience: NodeJS.Timeout | undefined;
  const tired = new Promise<undefined>((resolve) => {
    patience = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  const config = await Promise.race([Config.load({ root: packagePath() }), tired]);
  clearTimeout(patience);
  if (config) return { config };
  const alone = await Config.load({ root: packagePath(), userPlugins: false });
  return { config: alone, late: await lateFailure(alone.dataDir) };
}

async function lateFailure(dataDir: string): Promise<SneqError> {
  const [{ pluginsFailure }, { PluginFolder }] = await Promise.all([
    import("./plugins/failure.ts"),
    import("./plugins/plugin-folder.ts"),
  ]);
  const isSuspect = ({ name, root = join(dataDir, "node_modules", name) }: { name: string; root?: string }) =>
    !existsSync(join(root, "oclif.manifest.json"));
  const plugins = new PluginFolder(dataDir)
    .entries()
    .filter(isSuspect)
    .map(({ name }) => name);
  return pluginsFailure(
    "PLUGIN_NOT_LOADED",
    `The installed plugins did not load within ${PATIENCE_MS / 1000} s. Without a manifest, and so imported by every such call: ${plugins.join(", ")}. Remove one with plugins uninstall.`,
    { plugins },
  );
}
