import type { Interfaces } from "@oclif/core";
import { SneqError } from "../errors.ts";
import { nearest } from "./nearest.ts";

/** The topics of first-party plugins, which are installed only where they are wanted, and their packages. */
const FIRST_PARTY_TOPICS: ReadonlyMap<string, string> = new Map([
  ["agents", "@sneq/plugin-agents"],
  ["store", "@sneq/plugin-store"],
]);

/** The failure for a command line that names no command; `details.suggestions` holds the nearest names. */
export function commandNotFound(config: Interfaces.Config, argv: readonly string[]): SneqError {
  const known = config.commands.filter((command) => !command.hidden).map((command) => command.id.replaceAll(":", " "));
  const [typed] = argv;
  if (typed === undefined || typed.startsWith("-"))
    return new SneqError("UNKNOWN_COMMAND", "Name a command; --help lists them.", { suggestions: own(config) });
  const [topic = ""] = typed.split(":");
  const packageName = FIRST_PARTY_TOPICS.get(topic);
  if (packageName !== undefined && !config.findTopic(topic)) return notInstalled(topic, packageName);
  const words = argv.slice(0, argv.findIndex((word) => word.startsWith("-")) >>> 0).join(" ");
  const suggestions = nearest(words, known);
  if (suggestions.length === 0) suggestions.push(...nearest(typed, known));
  const hint = suggestions.length > 0 ? ` Did you mean ${suggestions.join(" or ")}?` : " --help lists the commands.";
  return new SneqError("UNKNOWN_COMMAND", `There is no command ${JSON.stringify(words)}.${hint}`, { suggestions });
}

function notInstalled(topic: string, packageName: string): SneqError {
  const install = `plugins install ${packageName}`;
  return new SneqError(
    "UNKNOWN_COMMAND",
    `The commands of ${JSON.stringify(topic)} come with a plugin: sneq-engine ${install}`,
    { suggestions: [install], package: packageName },
  );
}

/** The operations: every command of ours that is neither a topic nor inside one. */
function own(config: Interfaces.Config): string[] {
  const topics = new Set(config.commands.map(({ id }) => id.split(":")).flatMap(([head, sub]) => (sub ? [head] : [])));
  return config.commands
    .filter(({ id, pluginName }) => pluginName === config.name && !id.includes(":") && !topics.has(id))
    .map((command) => command.id);
}
