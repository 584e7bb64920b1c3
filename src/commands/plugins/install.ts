import { string } from "@oclif/core/args";
import { boolean } from "@oclif/core/flags";
import { refreshCompletion } from "../../cli/plugins/completion.ts";
import { PluginsCommand } from "../../cli/plugins/plugins-command.ts";

export default class PluginsInstall extends PluginsCommand {
  static override summary = "Install a plugin, or another version of it";
  static override description =
    "From the npm registry (name, name@version), a folder, an archive made by npm pack, or a repository. The package is looked at before anything changes; a version that works stays when the new one cannot be installed. Install scripts do not run unless they are allowed.";
  static override examples = [
    "<%= config.bin %> plugins install @sneq/stopwords-de",
    "<%= config.bin %> plugins install ./my-gate",
    "<%= config.bin %> plugins install ./my-gate-1.0.0.tgz",
  ];
  static override aliases = ["plugins:add"];
  static override args = {
    plugin: string({
      description: "Name, name@version, folder, archive or address",
      required: true,
      ignoreStdin: true,
    }),
  };
  static override flags = {
    "allow-scripts": boolean({ description: "Run the install scripts of the package and of what it needs" }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.readCommandLine<{ plugin: string }>();
    const installed = await this.installer(flags).install(args.plugin, process.cwd());
    await refreshCompletion(this.config);
    await this.answer(installed, flags, ({ style }, { plugin, version, previous }) => {
      const before = previous === undefined ? "" : style.muted(` (was ${previous})`);
      return [`${style.good("✓")} ${style.name(plugin)} ${version}${before}`];
    });
  }
}
