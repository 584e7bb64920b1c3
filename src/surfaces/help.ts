import { ERROR_CODES, type ErrorCode } from "../errors.ts";
import type { Example, Operation } from "../operations/define.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** What help and reference say about one command. */
export interface CommandPage {
  name: string;
  summary: string;
  description: string;
  arguments: Field[];
  examples: ExampleCall[];
}

/** An example as a user would type it. `<Name>` in an argument stands for the id of the entity of that name. */
export interface ExampleCall {
  title: string;
  argv: string[];
  /** Text on stdin, for the arguments that are not in `argv`. */
  piped?: string;
  /** The entities whose ids a reader has to fill in. */
  placeholders: string[];
}

/** Database and campaign of every printed example. */
const EXAMPLE_DB = "canon.db";
export const EXAMPLE_CAMPAIGN = "forge-de-valmure";

/** What each failure code means to a caller, in the order of the enum. */
export const ERROR_MEANINGS: Record<ErrorCode, string> = {
  INVALID_ARGS: "The command line, its JSON, its configuration file or stdin cannot be used as given",
  VALIDATION_FAILED: "The arguments do not fit the command; details lists each place with its path",
  CAMPAIGN_NOT_FOUND: "The database holds no campaign of that id",
  CAMPAIGN_ALREADY_EXISTS: "init-campaign was given an id that is taken",
  ENTITY_NOT_FOUND: "An entity id that this campaign does not hold; details names it and the call that yields ids",
  PROVIDER_ERROR: "No model answered in a usable form; details says which tier and what each attempt met",
  REPOSITORY_ERROR: "The database cannot be opened, read or written",
  UNKNOWN_COMMAND: "There is no such command; details.suggestions holds the nearest ones",
  INTERNAL_ERROR: "A bug: anything that has no code of its own",
};

export const EXIT_CODES: readonly { code: number; meaning: string }[] = [
  { code: 0, meaning: "The answer is on stdout; contradictions, violations and failed look-ups are answers too" },
  { code: 1, meaning: `A failure with its code on stdout: ${codesWith(1).join(", ")}` },
  { code: 2, meaning: "INTERNAL_ERROR: a bug" },
];

function codesWith(exitCode: number): ErrorCode[] {
  return (Object.keys(ERROR_CODES) as ErrorCode[]).filter((code) => ERROR_CODES[code] === exitCode);
}

export function commandPage(operation: Operation): CommandPage {
  const { name, summary, description } = operation;
  return {
    name,
    summary,
    description,
    arguments: fieldsOf(operation.input()),
    examples: operation.examples.map((example) => exampleCall(name, example)),
  };
}

/** The command line of an example, in the order a person reads it. */
function exampleCall(name: string, example: Example): ExampleCall {
  const argv = [name, "--db", EXAMPLE_DB, "--campaign", EXAMPLE_CAMPAIGN, ...(example.flags ?? [])];
  const { [example.piped ?? ""]: piped, ...args } = example.args;
  const json = JSON.stringify(args);
  if (json !== "{}") argv.push("--args", json);
  const call = { title: example.title, argv, placeholders: placeholdersIn(json) };
  return piped === undefined ? call : { ...call, piped: String(piped) };
}

/** The names written as `<Name>` in a text, each once. */
function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(/"<([^<>"]+)>"/g)].map(([, name]) => name ?? ""))];
}

/** What stands before the program's name where text is piped into it. */
export function pipeInto({ piped }: ExampleCall): string {
  return piped === undefined ? "" : `echo ${shellWord(piped)} | `;
}

/** A word of a command line, quoted for a POSIX shell where it has to be. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
