import { drawExamination } from "../../cli/human/plugins.ts";
import { installedPlugins } from "../../cli/load-plugins.ts";
import { examine, packageFaults, type Trial } from "../../cli/plugins/examine.ts";
import { inventory } from "../../cli/plugins/inventory.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

export default class PluginsDoctor extends PluginsCommand {
  static override summary = "Load every plugin on trial, and say what is wrong with it";
  static override description =
    "Shows what each plugin contributes, the order, conflicts, another plugin API, and how long each contribution takes to load. Ends with 1 when something is wrong.";
  static override examples = ["<%= config.bin %> plugins doctor"];

  async run(): Promise<void> {
    const { flags } = await this.readCommandLine();
    const entries = this.installer(flags).folder.entries();
    const found = inventory(
      this.config,
      entries.map(({ name }) => name),
    );
    const trials: Trial[] = [];
    for (const plugin of installedPlugins(this.config.plugins.values()).plugins)
      trials.push(...(await examine(plugin)));
    const problems = [
      ...found.warnings,
      ...found.plugins.flatMap((plugin) => packageFaults(plugin, plugin.commands)),
      ...trials.flatMap(({ plugin, kind, id, error }) =>
        error === undefined
          ? []
          : [{ plugin, code: "NOT_LOADED", message: `The ${kind} ${id} of ${plugin} cannot be loaded: ${error}` }],
      ),
    ];
    const { api, plugins, gates } = found;
    const examination = { ok: problems.length === 0, api, plugins, gates, trials, problems };
    if (!examination.ok) process.exitCode = 1;
    await this.answer(examination, flags, (page, shown) => drawExamination(shown, page));
  }
}
