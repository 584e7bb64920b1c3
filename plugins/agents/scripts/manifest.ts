import { fileURLToPath } from "node:url";
import { Plugin } from "@oclif/core";

export const PLUGIN_ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The text of oclif.manifest.json as the compiled commands say it: with it, oclif imports no command to list or find one. */
export async function manifestText(): Promise<string> {
  const plugin = new Plugin({
    root: PLUGIN_ROOT,
    ignoreManifest: true,
    errorOnManifestCreate: true,
    respectNoCacheDefault: true,
  });
  await plugin.load();
  return `${JSON.stringify(plugin.manifest, null, 2)}\n`;
}
