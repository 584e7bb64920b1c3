import { string } from "@oclif/core/args";
import { refreshCompletion } from "../../cli/plugins/completion.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

export default class PluginsUninstall extends PluginsCommand {
  static override summary = "Remove an installed plugin, or the link to a folder";
  static override examples = ["<%= config.bin %> plugins uninstall @sneq/stopwords-de"];
  static override aliases = ["plugins:remove", "plugins:unlink"];
  static override args = {
    plugin: string({ description: "Name of the plugin, or folder of a linked one", required: true, ignoreStdin: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.readCommandLine<{ plugin: string }>();
    const removed = await this.installer(flags).uninstall(args.plugin, process.cwd());
    await refreshCompletion(this.config);
    await this.answer({ ...removed, uninstalled: true }, flags, ({ style }, { plugin }) => [
      `${style.good("✓")} ${style.name(plugin)} is removed`,
    ]);
  }
}
