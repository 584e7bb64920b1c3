import { string } from "@oclif/core/args";
import { refreshCompletion } from "../../cli/plugins/completion.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

export default class PluginsLink extends PluginsCommand {
  static override summary = "Use a plugin from the folder in which it is written";
  static override description =
    "The folder is used as it stands: nothing is copied, built or installed, and changes count from the next call on.";
  static override examples = ["<%= config.bin %> plugins link ./my-gate"];
  static override args = {
    folder: string({ description: "Folder of the plugin's package.json", default: ".", ignoreStdin: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.readCommandLine<{ folder: string }>();
    const linked = await this.installer(flags).link(args.folder, process.cwd());
    await refreshCompletion(this.config);
    await this.answer({ ...linked, linked: true }, flags, ({ style }, { plugin, version, root }) => [
      `${style.good("✓")} ${style.name(plugin)} ${version} ${style.muted(root)}`,
    ]);
  }
}
