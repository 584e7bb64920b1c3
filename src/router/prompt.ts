import { readFile } from "node:fs/promises";
import { packagePath } from "../package-root.ts";

/** The two parts of a question as a provider is sent them. */
export interface Prompt {
  system: string;
  user: string;
}

const templates = new Map<string, Promise<Prompt>>();

/**
 * Fills in a prompt file. `data` is text of the campaign: it is fenced off as JSON that cannot close its fence. `words` are
 * the engine's own, and only words: anything else is refused, since they stand among the instructions.
 */
export async function renderPrompt(
  name: "judge" | "second-opinion" | "collapse",
  data: Record<string, unknown>,
  words: Record<string, string>,
): Promise<Prompt> {
  let template = templates.get(name);
  if (!template) {
    template = readFile(packagePath("prompts", `${name}.md`), "utf8").then(splitTemplate);
    templates.set(name, template);
    // What cannot be read now, for want of a descriptor say, may be readable for the next question.
    template.catch(() => templates.delete(name));
  }
  const { system, user } = await template;
  return { system: fill(system, data, words), user: fill(user, data, words) };
}

function splitTemplate(text: string): Prompt {
  const [, system, user] = /^## System\n([\s\S]*?)^## User\n([\s\S]*)$/m.exec(text.replaceAll("\r\n", "\n")) ?? [];
  if (system === undefined || user === undefined) throw new Error("a prompt file needs ## System and ## User");
  return { system: system.trim(), user: user.trim() };
}

function fill(template: string, data: Record<string, unknown>, words: Record<string, string>): string {
  return template.replace(/\{\{(data:)?(\w+)\}\}/g, (_, isData: string | undefined, name: string) =>
    isData ? fence(name, data[name]) : plainWord(name, words[name]),
  );
}

/** Campaign text as data: one JSON value in a block that nothing inside it can end. */
function fence(name: string, value: unknown): string {
  const json = JSON.stringify(value ?? null).replaceAll("<", "\\u003c");
  return `<campaign-data name="${name}">${json}</campaign-data>`;
}

function plainWord(name: string, word: string | undefined): string {
  if (word === undefined || !/^[\p{L} ()-]{1,60}$/u.test(word))
    throw new Error(`the prompt word ${name} is not a word`);
  return word;
}

/** The English name of a language code, for instructions: `fr` → `French`. */
export function languageName(code: string | undefined): string {
  try {
    return (
      new Intl.DisplayNames(["en"], { type: "language" }).of(code ?? "en")?.replace(/[^\p{L} ()-]/gu, "") || "English"
    );
  } catch {
    return "English";
  }
}
