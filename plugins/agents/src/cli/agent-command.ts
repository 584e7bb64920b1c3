import { Command } from "@oclif/core/command";
import { boolean } from "@oclif/core/flags";
import { describeError, writeLine } from "./answer.ts";

/** A command that prints one JSON line to programs and something readable to people, on success and on failure. */
export abstract class AgentCommand extends Command {
  static override baseFlags = {
    json: boolean({ description: "Print one line of JSON even at a terminal.", default: false }),
  };

  /** Does the work; what it returns is printed. */
  protected abstract answer(): Promise<object>;

  /** The readable form of what `answer` returned. */
  protected abstract describe(answer: object): string;

  override async run(): Promise<void> {
    const answer = await this.answer();
    await writeLine(this.#forPrograms() ? JSON.stringify(answer) : this.describe(answer));
  }

  protected override async catch(error: Error): Promise<void> {
    if (isExit(error)) throw error;
    const { printed, exitCode } = describeError(error);
    process.exitCode = exitCode;
    if (exitCode === 2 && process.env.SNEQ_DEBUG === "1") process.stderr.write(`${error.stack}\n`);
    if (this.#forPrograms()) await writeLine(JSON.stringify(printed));
    else process.stderr.write(`${printed.code}: ${printed.error}\n`);
  }

  #forPrograms(): boolean {
    const end = this.argv.indexOf("--");
    const flags = end < 0 ? this.argv : this.argv.slice(0, end);
    return !process.stdout.isTTY || flags.includes("--json");
  }
}

/** oclif ends help and the like by throwing. */
function isExit(error: Error): boolean {
  return "code" in error && error.code === "EEXIT";
}
