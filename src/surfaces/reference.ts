import { ERROR_CODES, type ErrorCode } from "../errors.ts";
import { methodName, type Operation, toolName } from "../operations/define.ts";
import { type Field, fieldsOf, kindOf } from "./fields.ts";
import { type FlagInfo, flagMeaning, flagUsage } from "./flags.ts";
import { commandPage, ERROR_MEANINGS, EXIT_CODES, type ExampleCall, pipeInto, shellWord } from "./help.ts";

// Markdown made from the registry, for people who read the documentation rather than --help.

/** The page of one operation. */
export function operationPage(operation: Operation, flags: readonly FlagInfo[]): string {
  const page = commandPage(operation);
  const { name } = operation;
  const tool = operation.surfaces.includes("tool") ? `tool \`${toolName(operation)}\`` : "no tool";
  const method = operation.scope === "campaign" ? `\`campaign.${methodName(operation)}\`` : "a method of `Engine`";
  return lines(
    `# ${name}`,
    `${page.summary}.`,
    page.description,
    `Library: ${method} · models: ${tool} · ${operation.effect === "writes" ? "writes canon" : "only reads"}.`,
    "## Input",
    page.arguments.length > 0 ? fieldTable(page.arguments) : "None: `{}`.",
    "## Output",
    outputSection(operation),
    "## Flags",
    table(
      ["flag", "meaning"],
      flags.map((flag) => [`\`${flagUsage(flag)}\``, flagMeaning(flag)]),
    ),
    "## Examples",
    ...page.examples.map((call) => `${call.title}\n\n${fence(commandLine(call), "sh")}`),
    ...(page.examples.some(({ placeholders }) => placeholders.length > 0)
      ? ["`<Name>` stands for the `entityId` of the entity of that name."]
      : []),
  );
}

/** The page that lists all operations, and what a failure looks like. */
export function indexPage(operations: readonly Operation[]): string {
  return lines(
    "# Reference",
    "Generated from the definitions of the operations by `npm run generate`.",
    "## Commands",
    commandTable(operations, ""),
    "## Errors",
    'A failure is one line on stdout: `{"error": "…", "code": "…", "details": …}`.',
    errorTable(),
    "## Exit codes",
    table(
      ["code", "meaning"],
      EXIT_CODES.map(({ code, meaning }) => [String(code), meaning]),
    ),
  );
}

/** One row for each command; links lead into `folder`, which ends with a slash or is empty. */
export function commandTable(operations: readonly Operation[], folder: string): string {
  return table(
    ["command", "what it does", "tool"],
    operations.map((operation) => [
      `[\`${operation.name}\`](${folder}${operation.name}.md)`,
      operation.summary,
      operation.surfaces.includes("tool") ? `\`${toolName(operation)}\`` : "–",
    ]),
  );
}

export function errorTable(): string {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return table(
    ["code", "exit", "when"],
    codes.map((code) => [`\`${code}\``, String(ERROR_CODES[code]), ERROR_MEANINGS[code]]),
  );
}

function outputSection(operation: Operation): string {
  const type = operation.output();
  const fields = fieldsOf(type);
  return fields.length > 0 ? `\`${kindOf(type)}\`\n\n${fieldTable(fields)}` : `\`${kindOf(type)}\``;
}

function fieldTable(fields: readonly Field[]): string {
  return table(
    ["field", "type", "required", "meaning"],
    fields.map(({ name, depth, type, required, description }) => [
      `${"&nbsp;&nbsp;".repeat(depth)}\`${name}\``,
      type,
      required ? "yes" : "",
      description,
    ]),
  );
}

function commandLine(call: ExampleCall): string {
  return `${pipeInto(call)}sneq-engine ${call.argv.map(shellWord).join(" ")}`;
}

function fence(text: string, language: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function lines(...blocks: string[]): string {
  return `${blocks.join("\n\n")}\n`;
}
