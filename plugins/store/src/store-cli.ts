import { fileURLToPath } from "node:url";
import { run } from "@oclif/core/run";
import { failureLines } from "./cli/failure-lines.ts";
import { printLines } from "./cli/print.ts";

/** Runs `store-cli …`, which is the topic `store` of a program of its own. Sets the exit code; never throws. */
export async function runStoreCli(words: readonly string[]): Promise<void> {
  try {
    const argv = words[0] === "--version" ? ["--version"] : ["store", ...words];
    await run(argv, { root: fileURLToPath(new URL("..", import.meta.url)) });
  } catch (error) {
    process.exitCode = 1;
    await printLines(failureLines(error));
  }
}
