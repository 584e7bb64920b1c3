import { option, string } from "@oclif/core/flags";
import type { Checked } from "../cli/checked.ts";
import { isTerminal } from "../cli/is-terminal.ts";
import { type Flags, type Input, type Invoke, OperationCommand } from "../cli/operation-command.ts";
import { readArguments } from "../cli/read-args.ts";
import { type Narration, readNarrations } from "../cli/read-narrations.ts";
import { REPORT_FORMATS, type ReportFormat, writeReports } from "../cli/write-reports.ts";
import type { ValidationReport } from "../domain/report.ts";
import { SneqError } from "../errors.ts";
import { validateNarration } from "../operations/validate-narration.ts";

type Answer = ValidationReport | { files: ({ path: string } & ValidationReport)[] };
type OwnFlags = Flags & { file?: string[]; format?: ReportFormat };

export default class ValidateNarration extends OperationCommand {
  static override summary = validateNarration.summary;
  static override description = validateNarration.description;
  static override flags = {
    file: string({
      description: "Check files instead of an argument; paths or glob patterns, repeatable",
      helpValue: "<path>",
      multiple: true,
    }),
    format: option({
      description: "Form of the report, wherever it goes",
      helpValue: "<format>",
      options: REPORT_FORMATS,
    })(),
  };
  override readonly operation = validateNarration;
  private files: Narration[] = [];
  private checked: Checked[] = [];

  override view() {
    return import("../cli/human/report.ts");
  }

  protected override fromText = (narration: string): Input => ({ narration });

  protected override async readInput(flags: OwnFlags): Promise<Input> {
    if (!flags.file) return super.readInput(flags);
    this.files = await readNarrations(flags.file);
    const input = await readArguments({
      flag: flags.args,
      takesArguments: true,
      satisfies: () => true,
      fromText: (text): Input => (text.trim() === "" ? {} : { narration: text }),
      env: process.env,
    });
    if ("narration" in input)
      throw new SneqError(
        "INVALID_ARGS",
        "Give a narration or --file, not both. Text on stdin is a narration too: where stdin holds something else, as in a loop or a hook, add </dev/null.",
      );
    return input;
  }

  protected override async perform(invoke: Invoke, input: Input): Promise<Answer> {
    if (this.files.length === 0) {
      const report = (await invoke(input)) as ValidationReport;
      this.checked = [{ narration: String(input.narration), report }];
      return report;
    }
    const files = [];
    for (const { path, narration } of this.files) {
      this.progress?.say(`${path} (${files.length + 1} of ${this.files.length})`);
      const report = (await invoke({ ...input, narration })) as ValidationReport;
      this.checked.push({ path, narration, report });
      files.push({ path, ...report });
    }
    return { files };
  }

  protected override exitCode(_answer: Answer, input: Input): number {
    return input.strict === true && this.checked.some(({ report }) => !report.ok) ? 1 : 0;
  }

  protected override async present(answer: Answer, input: Input, flags: OwnFlags): Promise<string> {
    if (flags.format === "json") return JSON.stringify(answer);
    const atTerminal = isTerminal(1) && !flags.json;
    const format = flags.format ?? (atTerminal ? "stylish" : "json");
    return format === "json"
      ? super.present(answer, input, flags)
      : writeReports(format, this.checked, this.config.version);
  }
}
