import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "@oclif/core/command";
import { Config } from "@oclif/core/config";
import { settings } from "@oclif/core/settings";
import { log } from "./debug-log.ts";
import { asFailure, exitCodeOf } from "./failure.ts";
import { answerAtExit, claimStreams, end, hasAnswered, ignoreBrokenPipes, print, printError } from "./streams.ts";

/** What oclif loads for a command id of ours. */
interface StartableCommand {
  start(argv: string[], config: Config): Promise<void>;
}

/** Folder of the package's own package.json, seen from src/cli and from dist/cli alike. */
const PACKAGE_ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The whole of the command line: `argv` is what follows the program's name. Ends the process. */
export async function run(argv: string[], root: string = PACKAGE_ROOT): Promise<void> {
  const machine = !process.stdout.isTTY || hasFlag(argv, ["--json"]);
  const asksForText = hasFlag(argv, ["--help", "-h"]) || argv[0] === "--version";
  const release = machine && !asksForText ? claimStreams() : () => {};
  const fail = (error: unknown) => tellFailure(error, machine);
  ignoreBrokenPipes();
  // What breaks once the answer is on its way must not cut it short.
  process.on("uncaughtException", (error) => (hasAnswered() ? logFailure(error) : void fail(error)));

  try {
    // Compiled code runs, whatever NODE_ENV says.
    settings.enableAutoTranspile = false;
    const config = await Config.load({ root });
    const own = asksForText ? undefined : ownCommand(config, argv);
    if (own) {
      await runOwn(config, own.command, own.argv, machine);
    } else {
      await checkKnown(config, argv, machine, asksForText);
      release();
      await runWithOclif(config, argv);
    }
  } catch (error) {
    await fail(error);
  }
}

/** Whether one of these flags stands before a `--`. */
function hasFlag(argv: readonly string[], flags: readonly string[]): boolean {
  return argv.slice(0, argv.indexOf("--") >>> 0).some((word) => flags.includes(word));
}

/**
 * One of our own commands. Hooks of plugins are not run around it: oclif would run them in a racing order, and any of them
 * could hold up the call, end it or write into its answer.
 */
async function runOwn(config: Config, command: Command.Loadable, argv: string[], machine: boolean) {
  if (machine) answerAtExit(`${JSON.stringify(asFailure(new Error("the process ended before its answer")))}\n`, 2);
  const Loaded = (await command.load()) as unknown as StartableCommand;
  await Loaded.start(argv, config);
  await end(Number(process.exitCode ?? 0));
}

/** The command of ours that the first words name, the longest name first, and what follows it. */
function ownCommand(config: Config, argv: string[]): { command: Command.Loadable; argv: string[] } | undefined {
  for (let words = 2; words >= 1; words--) {
    const command = config.findCommand(argv.slice(0, words).join(":"));
    if (command?.pluginName === config.name) return { command, argv: argv.slice(words) };
  }
  return undefined;
}

/** @throws SneqError UNKNOWN_COMMAND when nothing would answer this command line. */
async function checkKnown(config: Config, argv: string[], machine: boolean, asksForText: boolean): Promise<void> {
  if (asksForText || (argv.length === 0 && !machine)) return;
  const { normalizeArgv } = await import("@oclif/core/help");
  const [id = ""] = normalizeArgv(config, argv);
  if (id !== "" && (config.findCommand(id) || config.findTopic(id))) return;
  const { commandNotFound } = await import("./command-not-found.ts");
  throw commandNotFound(config, argv);
}

/** Help, version, and the commands that plugins bring: they answer in their own way. */
async function runWithOclif(config: Config, argv: string[]): Promise<void> {
  if (argv[0] !== "autocomplete" && existsSync(join(config.cacheDir, "autocomplete"))) {
    const { refreshCompletion } = await import("./plugins/completion.ts");
    await refreshCompletion(config);
  }
  const { run: runOclif } = await import("@oclif/core/run");
  try {
    await runOclif(argv, config);
  } catch (error) {
    const failure = asFailure(error);
    if (failure === error) throw error;
    const { handle } = await import("@oclif/core/handle");
    await handle(error as Error);
  }
}

async function tellFailure(error: unknown, machine: boolean): Promise<void> {
  const failure = asFailure(error);
  const exitCode = exitCodeOf(failure);
  logFailure(error);
  if (hasAnswered()) return end(exitCode);
  if (machine) await print(`${JSON.stringify(failure)}\n`);
  else {
    const { renderFailure } = await import("./human/failure.ts");
    await printError(`${renderFailure(failure, process.stderr, process.env)}\n`);
  }
  await end(exitCode);
}

/** The stack goes as lines, each short enough for the log. */
function logFailure(error: unknown): void {
  const { code, cause = error } = asFailure(error);
  log({ event: "failure", code, stack: cause instanceof Error ? cause.stack?.split("\n") : undefined });
}
