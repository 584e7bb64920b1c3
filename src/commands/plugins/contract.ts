import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { string } from "@oclif/core/args";
import { pluginsFailure } from "../../cli/plugins/failure.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";
import { PLUGIN_API } from "../../plugin.ts";

/** The files an author gets, by the name they have in the engine's package. */
const FILES = [
  { from: "plugin-contract.d.ts", to: "sneq-plugin.d.ts" },
  { from: join("dist", "testing.js"), to: "sneq-contract.js" },
];

export default class PluginsContract extends PluginsCommand {
  static override summary = "Write the plugin contract into a folder: its types, and its tests";
  static override description =
    "For authors of plugins. sneq-plugin.d.ts makes the types of @sneq/engine/plugin known without the package; sneq-contract.js holds what a pack, a gate or a provider is tested against. Neither needs anything installed.";
  static override examples = ["<%= config.bin %> plugins contract ."];
  static override args = {
    folder: string({ description: "Folder of the plugin", default: ".", ignoreStdin: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.readCommandLine<{ folder: string }>();
    const folder = resolve(args.folder);
    try {
      mkdirSync(folder, { recursive: true });
      for (const { from, to } of FILES) copyFileSync(join(this.config.root, from), join(folder, to));
    } catch (error) {
      throw pluginsFailure(
        "NOT_WRITABLE",
        `The contract cannot be written into ${folder}: ${(error as Error).message}`,
      );
    }
    const written = { api: PLUGIN_API, files: FILES.map(({ to }) => join(folder, to)) };
    await this.answer(written, flags, ({ style }) => written.files.map((file) => `${style.good("✓")} ${file}`));
  }
}
