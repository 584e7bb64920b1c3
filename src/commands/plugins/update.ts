import { string } from "@oclif/core/args";
import { asFailure } from "../../cli/failure.ts";
import { refreshCompletion } from "../../cli/plugins/completion.ts";
import { pluginsFailure } from "../../cli/plugins/failure.ts";
import type { Installed } from "../../cli/plugins/installer.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

interface Failed {
  plugin: string;
  code: string;
  error: string;
}

export default class PluginsUpdate extends PluginsCommand {
  static override summary = "Bring installed plugins to the newest version their tag allows";
  static override description =
    "Each plugin is upgraded on its own; one that cannot be keeps the version it has, and the command ends with 1.";
  static override examples = [
    "<%= config.bin %> plugins update",
    "<%= config.bin %> plugins update @sneq/stopwords-de",
  ];
  static override args = {
    plugin: string({ description: "Only this plugin", ignoreStdin: true }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.readCommandLine<{ plugin?: string }>();
    const installer = this.installer(flags);
    const entries = installer.folder
      .entries()
      .filter(({ name, type }) => type === "user" && (args.plugin === undefined || args.plugin === name));
    if (args.plugin !== undefined && entries.length === 0)
      throw pluginsFailure("NOT_INSTALLED", `${args.plugin} is not installed; plugins lists what is.`);
    const updated: Installed[] = [];
    const failed: Failed[] = [];
    for (const entry of entries)
      try {
        updated.push(await installer.update(entry));
      } catch (error) {
        const { code, message } = asFailure(error);
        failed.push({ plugin: entry.name, code, error: message });
      }
    if (failed.length > 0) process.exitCode = 1;
    await refreshCompletion(this.config);
    await this.answer({ updated, failed }, flags, ({ style }, shown) => [
      ...shown.updated.map(({ plugin, version, previous }) =>
        previous === version
          ? `${style.good("✓")} ${style.name(plugin)} ${version} ${style.muted("is the newest")}`
          : `${style.good("✓")} ${style.name(plugin)} ${previous ?? ""} → ${version}`,
      ),
      ...shown.failed.map(
        ({ plugin, code, error }) => `${style.bad("✗")} ${style.name(plugin)} ${style.bad(code)} ${error}`,
      ),
      ...(entries.length === 0 ? [style.muted("No plugin is installed.")] : []),
    ]);
  }
}
