import type { Trial } from "../plugins/examine.ts";
import type { Inventory, ListedPlugin, PluginsWarning } from "../plugins/inventory.ts";
import { type Cell, table, wrap } from "./layout.ts";
import type { Page } from "./page.ts";

export function drawPlugins({ plugins, gates, warnings }: Omit<Inventory, "api">, page: Page): string[] {
  const { style, width } = page;
  if (plugins.length === 0 && warnings.length === 0)
    return [style.muted("No plugins. sneq-engine plugins install <name> adds one.")];
  return [
    ...table(
      plugins.map((plugin): Cell[] => [
        { text: plugin.name, paint: style.name },
        { text: plugin.version },
        { text: plugin.origin, paint: style.muted },
        { text: contributions(plugin) },
      ]),
      width,
    ),
    ...(gates.length > 0 ? ["", style.heading("Gates, the outermost first"), ...gateLines({ gates }, page)] : []),
    ...warningLines(warnings, page),
  ];
}

export function drawExamination(
  found: Omit<Inventory, "warnings"> & { trials: Trial[]; problems: PluginsWarning[] },
  page: Page,
): string[] {
  const { style, width } = page;
  const rows = found.trials.map(({ plugin, kind, id, ms, error }): Cell[] => [
    { text: error === undefined ? "✓" : "✗", paint: error === undefined ? style.good : style.bad },
    { text: plugin, paint: style.name },
    { text: `${kind} ${id}` },
    { text: ms === undefined ? "" : `${ms} ms`, paint: style.muted },
  ]);
  return [
    ...drawPlugins({ ...found, warnings: found.problems }, page),
    ...(rows.length > 0 ? ["", style.heading("Loaded on trial"), ...table(rows, width)] : []),
    "",
    found.problems.length === 0 ? style.good("Everything is in order.") : style.bad("Something is wrong."),
  ];
}

function contributions({ languages, gates, providers, commands }: ListedPlugin): string {
  const parts = [
    ["languages", languages],
    ["gates", gates],
    ["providers", providers],
    ["commands", commands],
  ] as const;
  return parts
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${names.join(", ")}`)
    .join("; ");
}

function gateLines({ gates }: Pick<Inventory, "gates">, { style, width }: Page): string[] {
  return table(
    gates.map(({ plugin, id, mode, priority, languages }): Cell[] => [
      { text: id, paint: style.name },
      { text: plugin },
      { text: mode },
      { text: `priority ${priority}${languages ? `, ${languages.join(" ")}` : ""}`, paint: style.muted },
    ]),
    width,
  );
}

function warningLines(warnings: readonly PluginsWarning[], { style, width }: Page): string[] {
  return warnings.flatMap(({ code, message }) => [
    "",
    `${style.warning("!")} ${style.warning(code)}`,
    ...wrap(message, width - 2).map((line) => `  ${line}`),
  ]);
}
