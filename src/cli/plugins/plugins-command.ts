import { Command } from "@oclif/core/command";
import type { Config } from "@oclif/core/config";
import { boolean } from "@oclif/core/flags";
import { SneqError } from "../../errors.ts";
import { usageFailure } from "../failure.ts";
import { type Page, pageFor } from "../human/page.ts";
import { visible, visibleIn } from "../human/visible.ts";
import { isTerminal } from "../is-terminal.ts";
import { print, printError } from "../streams.ts";
import { Installer } from "./installer.ts";

export interface PluginsFlags {
  json?: boolean | undefined;
  "allow-scripts"?: boolean | undefined;
}

/** A command around plugins: one line of JSON for programs, a few lines and progress for people. */
export abstract class PluginsCommand extends Command {
  static override baseFlags = {
    json: boolean({ description: "Answer with one line of JSON even at a terminal" }),
  };

  /** As oclif's own `run`, without loading the configuration a second time. */
  static async start(
    this: new (
      argv: string[],
      config: Config,
    ) => PluginsCommand,
    argv: string[],
    config: Config,
  ): Promise<void> {
    await new this(argv, config)._run();
  }

  /** Prints the answer: as JSON, or as `draw` has it, which is given its texts as a terminal may have them. */
  protected async answer<T>(answer: T, flags: PluginsFlags, draw: (page: Page, shown: T) => string[]): Promise<void> {
    const text = this.#forPrograms(flags)
      ? JSON.stringify(answer)
      : draw(pageFor(process.env, {}), visibleIn(answer)).join("\n");
    await print(`${text}\n`);
  }

  /** Flags and arguments as the class declares them. @throws SneqError INVALID_ARGS */
  protected async readCommandLine<A extends object>(): Promise<{ flags: PluginsFlags; args: A }> {
    const { baseFlags, flags: own = {}, args } = this.ctor as typeof PluginsCommand;
    const known = { ...baseFlags, ...own };
    try {
      const parsed = await this.parse({ flags: known, args, strict: true }, this.argv);
      return { flags: parsed.flags as PluginsFlags, args: parsed.args as A };
    } catch (error) {
      throw isObject(error) && Array.isArray(error.args)
        ? argumentsFailure(Object.keys(args ?? {}), this.argv)
        : usageFailure(error, known);
    }
  }

  protected installer(flags: PluginsFlags): Installer {
    const { config } = this;
    return new Installer({
      dataDir: config.dataDir,
      cacheDir: config.cacheDir,
      registry: config.npmRegistry,
      hostName: config.name,
      scripts: flags["allow-scripts"],
      progress: this.#forPrograms(flags) ? () => {} : (step) => void printError(`${visible(step)} …\n`),
    });
  }

  /** The failure is told by whoever started the command. */
  override async catch(error: Error): Promise<never> {
    throw error;
  }

  #forPrograms({ json }: PluginsFlags): boolean {
    return json === true || !isTerminal(1);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** One word too many, or one that is missing. */
function argumentsFailure(wanted: string[], argv: string[]): SneqError {
  const extra = argv.filter((word) => !word.startsWith("-"))[wanted.length];
  const wrong = extra === undefined ? `Required, and not given: ${wanted.join(", ")}` : `Unexpected argument ${extra}`;
  return new SneqError("INVALID_ARGS", `${wrong}. --help shows what the command takes.`);
}
