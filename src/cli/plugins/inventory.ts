import { Extensions } from "../../extensions.ts";
import { PLUGIN_ORIGINS, type PluginOrigin } from "../../installed-plugin.ts";
import { PLUGIN_API } from "../../plugin.ts";
import { installedPlugins, type LoadedPlugin, notLoaded } from "../load-plugins.ts";

/** A plugin as `plugins` lists it. */
export interface ListedPlugin {
  name: string;
  version: string;
  origin: PluginOrigin;
  root: string;
  languages: string[];
  gates: string[];
  providers: string[];
  /** As they are typed. */
  commands: string[];
}

export interface ListedGate {
  plugin: string;
  id: string;
  mode: "wrap" | "replace";
  priority: number;
  languages?: string[];
}

/** Something a user should know: two plugins that want the same place, or one that cannot be used. */
export interface PluginsWarning {
  code: string;
  plugin: string;
  message: string;
}

export interface Inventory {
  /** The version of the contract this engine speaks. */
  api: number;
  /** In the order in which contributions are looked for. */
  plugins: ListedPlugin[];
  /** The outermost first; the built-in gate stands behind them. */
  gates: ListedGate[];
  warnings: PluginsWarning[];
}

interface LoadedCommands extends LoadedPlugin {
  commands: readonly { id: string }[];
}

/** What is read of oclif's configuration. */
export interface LoadedConfig {
  name: string;
  plugins: ReadonlyMap<string, LoadedCommands>;
  findCommand(id: string): { pluginName?: string | undefined } | undefined;
}

/** Providers of the router itself: a plugin's of the same name would never be asked. */
const BUILT_IN_PROVIDERS = ["openai-compatible", "anthropic", "local"];

/** What the installed plugins contribute and in which order, without importing any of them. `listed` are the names that should be there. */
export function inventory(config: LoadedConfig, listed: readonly string[]): Inventory {
  const loaded = [...config.plugins.values()].filter(
    ({ name, type, pjson }) => name !== config.name && (type !== "core" || "sneq" in (pjson ?? {})),
  );
  const installed = installedPlugins(loaded);
  const sections = new Map(installed.plugins.map((plugin) => [plugin.name, plugin.section]));
  const gates = new Extensions([], installed).gates().map(
    ({ plugin, id, mode, priority, languages }): ListedGate => ({
      plugin,
      id,
      mode,
      priority,
      ...(languages && { languages: [...languages] }),
    }),
  );
  const plugins = loaded.map(({ name, version, type, root, commands }): ListedPlugin => {
    const section = sections.get(name);
    return {
      name,
      version,
      origin: type as PluginOrigin,
      root,
      languages: Object.keys(section?.languages ?? {}),
      gates: (section?.gates ?? []).map(({ id }) => id),
      providers: (section?.providers ?? []).map(({ id }) => id),
      commands: commands.map(({ id }) => id.replaceAll(":", " ")),
    };
  });
  plugins.sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1));
  return {
    api: PLUGIN_API,
    plugins,
    gates,
    warnings: [
      ...installed.problems.map(({ plugin, code, message }) => ({ plugin, code, message: `${plugin}: ${message}` })),
      ...absent(config, listed),
      ...gateConflicts(gates),
      ...conflicts(plugins, "languages", "LANGUAGE_CONFLICT", "the language pack"),
      ...conflicts(plugins, "providers", "PROVIDER_CONFLICT", "the provider", BUILT_IN_PROVIDERS),
      ...commandConflicts(config, plugins),
    ],
  };
}

function rank({ origin }: ListedPlugin): number {
  return PLUGIN_ORIGINS.indexOf(origin);
}

function absent({ plugins }: LoadedConfig, listed: readonly string[]): PluginsWarning[] {
  return listed
    .filter((name) => !plugins.has(name))
    .map((name) => ({
      plugin: name,
      code: "NOT_LOADED",
      message: notLoaded(name),
    }));
}

function gateConflicts(gates: readonly ListedGate[]): PluginsWarning[] {
  const [winner, ...others] = gates.filter(({ mode }) => mode === "replace");
  return others.map(({ plugin, id }) => ({
    plugin,
    code: "GATE_CONFLICT",
    message: `${plugin}/${id} would replace the built-in gate, as ${winner?.plugin}/${winner?.id} does, which comes first. validator.gate in the configuration chooses another.`,
  }));
}

function conflicts(
  plugins: readonly ListedPlugin[],
  part: "languages" | "providers",
  code: string,
  what: string,
  builtIn: readonly string[] = [],
): PluginsWarning[] {
  const taken = new Map(builtIn.map((id) => [id, "the engine"]));
  return plugins.flatMap((plugin) =>
    plugin[part].flatMap((id) => {
      const holder = taken.get(id);
      if (holder === undefined) taken.set(id, plugin.name);
      const message = `${plugin.name} offers ${what} ${id}, which ${holder} offers before it.`;
      return holder === undefined ? [] : [{ plugin: plugin.name, code, message }];
    }),
  );
}

function commandConflicts(config: LoadedConfig, plugins: readonly ListedPlugin[]): PluginsWarning[] {
  return plugins.flatMap(({ name, commands }) =>
    commands.flatMap((command) => {
      const holder = config.findCommand(command.replaceAll(" ", ":"))?.pluginName;
      const message = `${name} has a command ${command}, but that of ${holder} is run.`;
      return holder === name ? [] : [{ plugin: name, code: "COMMAND_CONFLICT", message }];
    }),
  );
}
