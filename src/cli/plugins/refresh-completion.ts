import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Interfaces } from "@oclif/core";
import { Config } from "@oclif/core/config";
import { log } from "../debug-log.ts";

/**
 * Writes the shells' completion anew, where someone has set it up, so that it knows the commands that are there now. It is
 * read by the shell, not by the program, hence cannot fail a command.
 */
export async function refreshCompletion(config: Interfaces.Config): Promise<void> {
  if (!existsSync(join(config.cacheDir, "autocomplete"))) return;
  try {
    const fresh = await Config.load({ root: config.root });
    await fresh.runCommand("autocomplete:create");
  } catch (error) {
    log({ event: "completion-not-refreshed", message: (error as Error).message });
  }
}
