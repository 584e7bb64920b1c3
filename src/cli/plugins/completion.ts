import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log } from "../debug-log.ts";
import { PluginFolder } from "./plugin-folder.ts";

/** What is read of oclif's configuration. */
interface Places {
  root: string;
  version: string;
  dataDir: string;
  cacheDir: string;
}

/** A program that hangs is not worth a command's time. */
const LIMIT_MS = 30_000;

/**
 * Writes the shells' completion anew, where someone has set it up and it was made for other plugins or another engine. It
 * cannot fail a command: the shell reads it, not the program.
 */
export async function refreshCompletion(places: Places): Promise<void> {
  const folder = join(places.cacheDir, "autocomplete");
  if (!existsSync(folder)) return;
  const stamp = join(folder, "made-for.json");
  try {
    const wanted = JSON.stringify({ engine: places.version, plugins: new PluginFolder(places.dataDir).versions() });
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
    await create(places.root);
    writeFileSync(stamp, wanted);
  } catch (error) {
    log({ event: "completion-not-refreshed", message: (error as Error).message });
  }
}

/** In a process of its own: this one has read the plugins as they were. */
async function create(root: string): Promise<void> {
  const argv = [join(root, "bin", "run.js"), "autocomplete", "create"];
  const child = spawn(process.execPath, argv, { stdio: "ignore", timeout: LIMIT_MS });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(`autocomplete create ended with ${code}`);
}
