import type { Operation } from "../../operations/define.ts";
import type { Field } from "../../surfaces/fields.ts";
import { type FlagInfo, flagMeaning, flagUsage } from "../../surfaces/flags.ts";
import { commandPage, EXIT_CODES, type ExampleCall, pipeInto, shellWord } from "../../surfaces/help.ts";
import { type Cell, indent, table, wrap } from "./layout.ts";
import type { Page } from "./page.ts";

/** The page behind `sneq-engine <command> --help`. */
export function renderCommandHelp(operation: Operation, flags: readonly FlagInfo[], page: Page): string {
  const { name, summary, description, arguments: fields, examples } = commandPage(operation);
  const takes = fields.length > 0 ? " --args '<json>'" : "";
  return [
    ...wrap(summary, page.width).map(page.style.name),
    ...section("Usage", [`$ sneq-engine ${name} --db <path> --campaign <id>${takes}`], page),
    ...section("What it is for", wrap(description, page.width - 2), page),
    ...section("Arguments", argumentLines(fields, page), page),
    ...section("Flags", flagLines(flags, page), page),
    ...section("Examples", exampleLines(examples, page), page),
    ...section("Exit codes", exitCodeLines(page), page),
  ].join("\n");
}

export function section(title: string, lines: string[], { style }: Page): string[] {
  return lines.length === 0 ? [] : ["", style.heading(title), ...indent(lines, 2)];
}

function argumentLines(fields: readonly Field[], { style, width }: Page): string[] {
  if (fields.length === 0) return ["None: stdin is not read."];
  const rows = fields.map(({ name, depth, type, required, description }): Cell[] => [
    { text: `${"  ".repeat(depth)}${name}${required ? " *" : ""}`, paint: depth === 0 ? style.name : style.muted },
    { text: type },
    ...(description === "" ? [] : [{ text: description }]),
  ]);
  const note = wrap("One JSON object, in --args, in a file (--args @file.json) or on stdin. * is required.", width - 2);
  return [...note.map(style.muted), ...table(rows, width - 2)];
}

export function flagLines(flags: readonly FlagInfo[], { style, width }: Page): string[] {
  const rows = flags.map((flag): Cell[] => [{ text: flagUsage(flag), paint: style.name }, { text: flagMeaning(flag) }]);
  rows.push([{ text: "--help", paint: style.name }, { text: "This text" }]);
  return table(rows, width - 2);
}

function exampleLines(examples: readonly ExampleCall[], { style, width }: Page): string[] {
  const lines = examples.flatMap((call) => [call.title, ...commandLines(call).map(style.good), ""]);
  const names = [...new Set(examples.flatMap(({ placeholders }) => placeholders))];
  if (names.length === 0) return lines.slice(0, -1);
  const listed = names.map((name) => `<${name}>`).join(", ");
  const note = `${listed}: put the entityId of that entity there, as lookup-entity or mention-entity answered it.`;
  return [...lines, ...wrap(note, width - 2).map(style.muted)];
}

/** A call as it can be copied into a shell, its arguments on a line of their own. */
function commandLines(call: ExampleCall): string[] {
  const { argv } = call;
  const at = argv.indexOf("--args") >>> 0;
  const head = `$ ${pipeInto(call)}sneq-engine ${argv.slice(0, at).map(shellWord).join(" ")}`;
  const rest = argv.slice(at).map(shellWord).join(" ");
  return rest === "" ? [head] : [`${head} \\`, `    ${rest}`];
}

export function exitCodeLines({ style, width }: Page): string[] {
  const rows = EXIT_CODES.map(({ code, meaning }): Cell[] => [
    { text: String(code), paint: style.name },
    { text: meaning },
  ]);
  return table(rows, width - 2);
}
