import { operationCommand } from "./command-table.ts";
import { log } from "./debug-log.ts";
import { asFailure, exitCodeOf } from "./failure.ts";
import { isTerminal } from "./is-terminal.ts";
import { lightConfig } from "./light-config.ts";
import { runOwn } from "./run-own.ts";
import { claimStreams, end, hasAnswered, holdStreams, print, printError } from "./streams.ts";

/** The whole of the command line: `argv` is what follows the program's name. Ends the process. */
export async function run(argv: string[]): Promise<void> {
  const machine = !isTerminal(1) || hasFlag(argv, ["--json"]);
  const asksForText = hasFlag(argv, ["--help", "-h"]) || argv[0] === "--version";
  holdStreams();
  const release = machine && !asksForText ? claimStreams() : () => {};
  const fail = (error: unknown) => tellFailure(error, machine);
  // What breaks once the answer is on its way must not cut it short.
  process.on("uncaughtException", (error) => (hasAnswered() ? logFailure(error) : void fail(error)));

  try {
    const Operation = asksForText ? undefined : operationCommand(argv[0]);
    if (Operation) await runOwn(Operation, argv.slice(1), lightConfig(), machine);
    else {
      const { runWithOclif } = await import("./with-oclif.ts");
      await runWithOclif({ argv, machine, asksForText, release });
    }
  } catch (error) {
    await fail(error);
  }
}

/** Whether one of these flags stands before a `--`. */
function hasFlag(argv: readonly string[], flags: readonly string[]): boolean {
  return argv.slice(0, argv.indexOf("--") >>> 0).some((word) => flags.includes(word));
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
