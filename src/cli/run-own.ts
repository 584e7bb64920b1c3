import type { Config } from "@oclif/core/config";
import { asFailure } from "./failure.ts";
import { answerAtExit, end } from "./streams.ts";

/** One of our command classes. */
interface StartableCommand {
  start(argv: string[], config: Config): Promise<void>;
}

/**
 * Runs one of our own commands and ends the process. Hooks of plugins are not run around it: oclif would run them in a racing
 * order, and any of them could hold up the call, end it or write into its answer.
 */
export async function runOwn(Own: StartableCommand, argv: string[], config: Config, machine: boolean): Promise<void> {
  if (machine) answerAtExit(`${JSON.stringify(asFailure(new Error("the process ended before its answer")))}\n`, 2);
  await Own.start(argv, config);
  await end(Number(process.exitCode ?? 0));
}
