import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Plugin } from "@oclif/core/config";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FILE = new URL("../oclif.manifest.json", import.meta.url);

/** The manifest's text as the compiled commands give it: with it a host need not import them to know them. */
export async function manifestText(): Promise<string> {
  const plugin = new Plugin({ root: ROOT, type: "core", ignoreManifest: true, errorOnManifestCreate: true });
  await plugin.load();
  return `${JSON.stringify(plugin.manifest, null, 2)}\n`;
}

export function committedManifest(): string {
  return readFileSync(FILE, "utf8");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, await manifestText());
