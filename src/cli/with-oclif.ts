import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "@oclif/core/config";
import { normalizeArgv } from "@oclif/core/help";
import { run as runOclif } from "@oclif/core/run";
import { settings } from "@oclif/core/settings";
import { asFailure, foreignUsageFailure } from "./failure.ts";
import { loadConfiguration } from "./load-config.ts";
import { runOwn } from "./run-own.ts";

interface CommandLine {
  argv: string[];
  machine: boolean;
  /** For help or the version. */
  asksForText: boolean;
  /** Gives stdout back: from here on others write their own answers. */
  release(): void;
}

/** Commands that work on the list of plugins and not on plugins that are loaded. */
const CHANGES_PLUGINS: ReadonlySet<string> = new Set(
  ["install", "link", "reset", "uninstall", "update"].map((name) => `plugins:${name}`),
);

/**
 * Help, version, the commands around plugins and those that plugins bring: all that needs to know the installed plugins.
 * @throws SneqError UNKNOWN_COMMAND when nothing would answer this command line.
 */
export async function runWithOclif({ argv, machine, asksForText, release }: CommandLine): Promise<void> {
  // Compiled code runs, whatever NODE_ENV says.
  settings.enableAutoTranspile = false;
  const { config, late } = await loadConfiguration();
  const own = asksForText ? undefined : await pluginsCommand(config, argv);
  if (late && !asksForText && !(own && CHANGES_PLUGINS.has(own.id))) throw late;
  if (own) return runOwn(own.command, own.argv, config, machine);
  await checkKnown(config, argv, machine, asksForText);
  release();
  if (argv[0] !== "autocomplete" && existsSync(join(config.cacheDir, "autocomplete"))) {
    const { refreshCompletion } = await import("./plugins/completion.ts");
    await refreshCompletion(config);
  }
  if (argv[0] !== "--version" && wantsHelp(argv)) {
    const { default: SneqHelp } = await import("./help.ts");
    return new SneqHelp(config, config.pjson.oclif.helpOptions).showHelp(argv);
  }
  try {
    await runOclif(argv, config);
  } catch (error) {
    const failure = foreignUsageFailure(error) ?? asFailure(error);
    if (failure === error || failure.code === "INVALID_ARGS") throw failure;
    const { handle } = await import("@oclif/core/handle");
    await handle(error as Error);
  }
}

/** Our command around plugins that the first words name, also by an alias, the longest name first; and what follows it. */
async function pluginsCommand(config: Config, argv: string[]) {
  const { PLUGINS_COMMANDS } = await import("./all-commands.ts");
  for (let words = 2; words >= 1; words--) {
    const typed = argv.slice(0, words).join(":");
    const named = Object.entries(PLUGINS_COMMANDS).find(([id, one]) => id === typed || one.aliases.includes(typed));
    // A word behind the topic alone is a command of it, misspelt: the listing takes none.
    if (named && words === 1 && argv[1] && !argv[1].startsWith("-")) await unknown(config, argv.slice(0, 2));
    if (named) return { id: named[0], command: named[1], argv: argv.slice(words) };
    if (config.findCommand(typed)) return undefined;
  }
  return undefined;
}

/** What oclif takes for a question for help; the page is ours, and is here already. */
function wantsHelp(argv: readonly string[]): boolean {
  const flags = argv.slice(0, argv.indexOf("--") >>> 0);
  return (
    argv.length === 0 || flags.includes("--help") || flags.includes("-h") || (argv[0] === "help" && argv.length === 1)
  );
}

async function checkKnown(config: Config, argv: string[], machine: boolean, asksForText: boolean): Promise<void> {
  if (asksForText || (argv.length === 0 && !machine)) return;
  const [id = ""] = normalizeArgv(config, argv);
  if (id !== "" && (config.findCommand(id) || config.findTopic(id))) return;
  await unknown(config, argv);
}

async function unknown(config: Config, argv: readonly string[]): Promise<never> {
  const { commandNotFound } = await import("./command-not-found.ts");
  throw commandNotFound(config, argv);
}
