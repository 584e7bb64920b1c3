import type { FlagInfo } from "../../surfaces/flags.ts";
import { exitCodeLines, flagLines, section } from "./command-help.ts";
import { type Cell, table, wrap } from "./layout.ts";
import type { Page } from "./page.ts";

interface Listed {
  id: string;
  summary?: string | undefined;
  description?: string | undefined;
}

/** What `sneq-engine --help` lists. `own` is in the order of a turn, with the flags of each. */
export interface RootHelp {
  own: (Listed & { flags: Record<string, FlagInfo> })[];
  others: Listed[];
  topics: { name: string; description?: string | undefined }[];
  version: string;
}

const PURPOSE =
  "Keeps the canon of an AI-run role-play: who exists, what has been observed of them, what a narration may not contradict. " +
  "What was once observed never changes.";

/** The page behind `sneq-engine --help`. */
export function renderRootHelp({ own, others, topics, version }: RootHelp, page: Page): string {
  const { style, width } = page;
  const shared = Object.values(own[0]?.flags ?? {});
  const plugins = [...topics.map(({ name, description }) => ({ id: name, description })), ...others];
  return [
    `${style.name("sneq-engine")} ${style.muted(version)}`,
    ...wrap(PURPOSE, width),
    ...section("Usage", ["$ sneq-engine <command> --db <path> --campaign <id> [--args '<json>']"], page),
    ...section("Commands", list(own, page), page),
    ...section("More commands", list(plugins, page), page),
    ...section("Flags of every command", flagLines(shared, page), page),
    ...section("Exit codes", exitCodeLines(page), page),
    "",
    ...wrap("sneq-engine <command> --help shows its arguments and examples that run.", width).map(style.muted),
  ].join("\n");
}

function list(commands: readonly Listed[], { style, width }: Page): string[] {
  const rows = commands.map((command): Cell[] => [
    { text: command.id.replaceAll(":", " "), paint: style.name },
    { text: firstLine(command.summary ?? command.description ?? "") },
  ]);
  return table(rows, width - 2);
}

/** Texts of other packages may hold oclif's template for the program's name. */
function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(/<%= config\.bin %>/g, "sneq-engine");
}
