import { Command } from "@oclif/core/command";
import { boolean } from "@oclif/core/flags";
import { openSession, type Session } from "../custodian/session.ts";
import { StoreFailure } from "../model/failure.ts";
import { failureLines } from "./failure-lines.ts";
import { printJson, printLines } from "./print.ts";

/**
 * A command of the topic `store`. Its contract: one JSON document on stdout and exit code 0, or nothing on stdout,
 * one line per error on stderr and exit code 1. oclif's own error path, which knows other exit codes, is not used.
 */
export abstract class StoreCommand extends Command {
  static override enableJsonFlag = false;

  static override baseFlags = {
    "dry-run": boolean({ default: false, description: "validate and report, change nothing" }),
    force: boolean({ default: false, description: "bypass the order of statuses (update-status), with a warning" }),
    json: boolean({ default: false, description: "one line instead of indented JSON (read)" }),
    sidecar: boolean({ default: false, description: "write usage figures beside the event (emit)" }),
  };

  /** Lines for stderr that do not change the outcome. */
  protected readonly warnings: string[] = [];

  protected session(dryRun: boolean): Session {
    return openSession(process.cwd(), dryRun, (line) => {
      this.warnings.push(line);
    });
  }

  /** Ends a successful command: its warnings, then its document. */
  protected async succeed(document: unknown, indent?: number): Promise<void> {
    await printLines(this.warnings);
    await printJson(document, indent);
  }

  protected override async catch(error: Error): Promise<void> {
    process.exitCode = 1;
    await printLines([...this.warnings, ...failureLines(error)]);
  }
}

/** @throws StoreFailure when a positional argument was not given */
export function requireArgument(name: string, value: string | undefined): string {
  if (value === undefined) throw new StoreFailure(`${name}: missing argument`);
  return value;
}
