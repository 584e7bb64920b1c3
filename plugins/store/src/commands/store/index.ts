import { loadHelpClass } from "@oclif/core/help";
import { wordsArgument } from "../../cli/arguments.ts";
import { StoreCommand } from "../../cli/store-command.ts";
import { StoreFailure } from "../../model/failure.ts";

/** The topic itself: reached without a command, or with a word that names none. */
export default class Store extends StoreCommand {
  static override summary = "Read and write the JSON store of a project";
  static override args = { command: wordsArgument };
  static override strict = false;
  static override usage = "store COMMAND";

  async run(): Promise<void> {
    const [word] = this.argv.filter((argument) => !argument.startsWith("-"));
    if (word !== undefined) throw new StoreFailure(`Unknown command: ${word}`);
    await this.parse(Store);
    const Help = await loadHelpClass(this.config);
    await new Help(this.config, this.config.pjson.oclif.helpOptions).showHelp(["store"]);
  }
}
