import { RE2JS } from "re2js";
import { failure } from "../failure.ts";
import type { RawOutput, Recipe, StderrPolicy } from "../recipe.ts";
import { isSessionId } from "../session-id.ts";
import { body, isDecoration, plainText } from "../terminal-text.ts";
import { literal } from "./arguments.ts";
import { findJsonObject, stringAt } from "./json-output.ts";

/** One argument, or several that belong together and are left out together. */
export type ArgumentTemplate = string | string[];

/** What a configuration says about a program of the user's own. */
export interface CommandSettings {
  command: string;
  /**
   * `{prompt}`, `{session}` and `{model}` stand for their values. An argument, or a group of arguments, that names a value
   * which is not known is left out.
   */
  argv: ArgumentTemplate[];
  /** Text for the program's stdin with the same places; default none. */
  stdin?: string;
  model?: string;
  /** RE2 pattern whose first group is the session id; matched against the plain output, the last match counts. */
  session?: string;
  /** RE2 pattern that is found in the output when the session to resume is gone. */
  stale?: string;
  /** RE2 pattern that is found in the output of a failed call, for programs that exit 0 all the same. */
  failed?: string;
  /** The program prints a JSON object; this key of it holds the reply. */
  reply?: string;
  stderr?: StderrPolicy;
}

const PLACE = /\{(prompt|session|model)\}/g;

/** The recipe of a program that is described by a configuration. Throws NOT_CONFIGURED, naming the setting, for a bad one. */
export function commandRecipe(settings: CommandSettings): Recipe {
  checkTemplates(settings);
  const { reply } = settings;
  const session = pattern("session", settings.session, 1);
  const stale = pattern("stale", settings.stale, 0);
  const failed = pattern("failed", settings.failed, 0);
  const recipe: Recipe = {
    id: "command",
    command: settings.command,
    argv: (prompt, sessionId) => fillArguments(settings, prompt, sessionId),
    stdin: (prompt) => fill(settings.stdin ?? "", { prompt, session: undefined, model: settings.model }) ?? "",
    sessionId: (output) => session && lastGroup(session, both(output)),
    stale: (_exitCode, output) => stale?.matcher(both(output)).find() ?? false,
    failed: (exitCode, output) => exitCode !== 0 || (failed?.matcher(both(output)).find() ?? false),
    scrub: (text) => scrub(text, reply),
    stderr: settings.stderr ?? "drop",
    teeStderr: true,
  };
  if (reply === undefined) return recipe;
  const malformed = ({ stdout }: RawOutput) =>
    stringAt(findJsonObject(stdout), reply) === undefined
      ? `its output holds no JSON object with a text under "${reply}"`
      : undefined;
  return { ...recipe, malformed };
}

function checkTemplates({ argv, stdin }: CommandSettings): void {
  const stray = argv.find((part) => part === "{session}" || part === "{model}");
  if (stray !== undefined) {
    throw bad("argv", `put "${stray}" in a group with its flag, as in ["--resume", "{session}"]`);
  }
  if (stdin?.includes("{session}")) throw bad("stdin", "{session} is not available there");
  const places = JSON.stringify([argv, stdin ?? ""]);
  if (!places.includes("{prompt}")) throw bad("argv", "neither argv nor stdin holds {prompt}");
}

function fillArguments(settings: CommandSettings, prompt: string, sessionId: string | undefined): string[] {
  const plain = { prompt: prompt.replaceAll("\u0000", "\ufffd"), session: sessionId, model: settings.model };
  const guarded = { ...plain, prompt: literal(prompt) };
  let flagsEnded = false;
  return settings.argv.flatMap((template) => {
    const group = typeof template === "string" ? [template] : template;
    flagsEnded ||= group.includes("--");
    // Behind "--", or behind other characters, a leading dash is inert as it is.
    const filled = group.map((part) => fill(part, part.startsWith("{prompt}") && !flagsEnded ? guarded : plain));
    return filled.some((part) => part === undefined) ? [] : (filled as string[]);
  });
}

/** The template with its places filled in one pass, so that a prompt that holds "{session}" stays what it is. */
function fill(template: string, values: Record<string, string | undefined>): string | undefined {
  let complete = true;
  const text = template.replace(PLACE, (_place, name: string) => {
    const value = values[name];
    if (value === undefined) complete = false;
    return value ?? "";
  });
  return complete ? text : undefined;
}

/** RE2 and not the built-in engine: the text it meets is written by a model, and must not be able to stall the process. */
function pattern(setting: string, source: string | undefined, groups: number): RE2JS | undefined {
  if (source === undefined) return undefined;
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(source, RE2JS.MULTILINE);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw bad(setting, `is not a regular expression in RE2 syntax: ${why}`);
  }
  if (compiled.groupCount() < groups) throw bad(setting, "needs a group in parentheses around the session id");
  return compiled;
}

function lastGroup(compiled: RE2JS, text: string): string | undefined {
  const matcher = compiled.matcher(text);
  let id: string | undefined;
  while (matcher.find()) {
    const group = matcher.group(1);
    if (group && isSessionId(group)) id = group;
  }
  return id;
}

function both({ stdout, stderr }: RawOutput): string {
  return plainText(`${stdout}\n${stderr}`);
}

function scrub(text: string, reply: string | undefined): string {
  const chosen = reply === undefined ? text : (stringAt(findJsonObject(text), reply) ?? text);
  const lines = plainText(chosen).split("\n");
  return body(lines.filter((line) => !isDecoration(line)));
}

function bad(setting: string, why: string) {
  return failure("NOT_CONFIGURED", `options.${setting}: ${why}.`);
}
