import { refreshCompletion } from "../../cli/plugins/completion.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

export default class PluginsReset extends PluginsCommand {
  static override summary = "Remove every installed and linked plugin";
  static override examples = ["<%= config.bin %> plugins reset"];

  async run(): Promise<void> {
    const { flags } = await this.readCommandLine();
    const removed = await this.installer(flags).reset();
    await refreshCompletion(this.config);
    await this.answer({ removed }, flags, ({ style }, shown) =>
      shown.removed.length === 0
        ? [style.muted("No plugin was installed.")]
        : shown.removed.map((name) => `${style.good("✓")} ${style.name(name)} is removed`),
    );
  }
}
