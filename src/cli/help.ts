import type { Command } from "@oclif/core/command";
import type { Config } from "@oclif/core/config";
import { Help } from "@oclif/core/help";
import { operationCommand } from "./command-table.ts";
import { renderCommandHelp } from "./human/command-help.ts";
import { pageFor } from "./human/page.ts";
import { renderRootHelp } from "./human/root-help.ts";
import { print } from "./streams.ts";

/** Help of our own commands from their definitions; of everything a plugin brings, as oclif writes it. */
export default class SneqHelp extends Help {
  override async showCommandHelp(command: Command.Loadable): Promise<void> {
    const Operation = command.pluginName === this.config.name ? operationCommand(command.id) : undefined;
    if (!Operation) return super.showCommandHelp(command);
    const { operation } = new Operation([], this.config as unknown as Config);
    await print(`${renderCommandHelp(operation, Object.values(command.flags), this.page())}\n`);
  }

  override async showHelp(argv: string[]): Promise<void> {
    const subject = argv.find((word) => !word.startsWith("-") && word !== "help");
    if (subject !== undefined && !this.config.findCommand(subject) && !this.config.findTopic(subject)) {
      const { commandNotFound } = await import("./command-not-found.ts");
      throw commandNotFound(this.config, [subject]);
    }
    return super.showHelp(argv);
  }

  protected override async showRootHelp(): Promise<void> {
    // The manifest keeps the order of a turn; oclif's own list is alphabetical.
    const root = this.config.plugins.get(this.config.name) as {
      manifest?: { commands: Record<string, Command.Cached> };
    };
    const commands = Object.values(root.manifest?.commands ?? {});
    const own = commands.filter(({ id }) => !isAboutPlugins(id));
    const others = this.sortedCommands.filter(
      ({ id, pluginName }) => !id.includes(":") && (pluginName !== this.config.name || isAboutPlugins(id)),
    );
    const ids = new Set(others.map(({ id }) => id));
    const topics = this.sortedTopics.filter(({ name }) => !name.includes(":") && !ids.has(name));
    await print(`${renderRootHelp({ own, others, topics, version: this.config.version }, this.page())}\n`);
  }

  private page() {
    return pageFor(process.env, {});
  }
}

/** Our commands that are no operations on a canon. */
function isAboutPlugins(id: string): boolean {
  return id.split(":")[0] === "plugins";
}
