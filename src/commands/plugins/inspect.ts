import { string } from "@oclif/core/args";
import { drawPlugins } from "../../cli/human/plugins.ts";
import { visibleIn } from "../../cli/human/visible.ts";
import { pluginsFailure } from "../../cli/plugins/failure.ts";
import { inventory } from "../../cli/plugins/inventory.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

export default class PluginsInspect extends PluginsCommand {
  static override summary = "Show one plugin: its version, where it lies, what it contributes";
  static override examples = ["<%= config.bin %> plugins inspect @sneq/stopwords-de"];
  static override args = {
    plugin: string({ description: "Name of the plugin", required: true, ignoreStdin: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.readCommandLine<{ plugin: string }>();
    const { plugins, gates, warnings } = inventory(this.config, []);
    const found = plugins.find(({ name }) => name === args.plugin);
    if (!found)
      throw pluginsFailure("NOT_INSTALLED", `${args.plugin} is not installed; plugins lists what is.`, {
        installed: plugins.map(({ name }) => name),
      });
    const own = {
      gates: gates.filter(({ plugin }) => plugin === found.name),
      warnings: warnings.filter(({ plugin }) => plugin === found.name),
    };
    await this.answer({ ...found, ...own }, flags, (page) =>
      drawPlugins(visibleIn({ plugins: [found], ...own }), page),
    );
  }
}
