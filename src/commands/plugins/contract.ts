import { string } from "@oclif/core/args";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";
import { writeContract } from "../../cli/plugins/write-contract.ts";

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
    const written = writeContract(this.config.root, args.folder);
    await this.answer(written, flags, ({ style }, { files }) => files.map((file) => `${style.good("✓")} ${file}`));
  }
}
