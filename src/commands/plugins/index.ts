import { drawPlugins } from "../../cli/human/plugins.ts";
import { inventory } from "../../cli/plugins/inventory.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

export default class Plugins extends PluginsCommand {
  static override summary = "List installed plugins, what they contribute, and in which order";
  static override examples = ["<%= config.bin %> plugins"];

  async run(): Promise<void> {
    const { flags } = await this.readCommandLine();
    const listed = this.installer(flags).folder.entries();
    const found = inventory(
      this.config,
      listed.map(({ name }) => name),
    );
    await this.answer(found, flags, (page, shown) => drawPlugins(shown, page));
  }
}
