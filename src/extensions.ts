import { join } from "node:path";
import { BUILT_IN_ARTICLES } from "./domain/articles.ts";
import type { LanguagePack } from "./domain/language-pack.ts";
import type { ProviderFactory } from "./domain/provider.ts";
import { SneqError } from "./errors.ts";
import { type InstalledPlugin, type InstalledPlugins, PLUGIN_ORIGINS, type PluginOrigin } from "./installed-plugin.ts";
import { installedProvider } from "./installed-provider.ts";
import { readLanguageFile } from "./language-file.ts";
import { type NarrationGate, PLUGIN_API, type SneqPlugin } from "./plugin.ts";

/** A gate in its place, with the plugin it comes from: an object of this thread, or a module not yet imported. */
export interface OrderedGate {
  plugin: string;
  origin: PluginOrigin;
  id: string;
  mode: "wrap" | "replace";
  languages?: readonly string[] | undefined;
  priority: number;
  code: { gate: NarrationGate } | { module: string };
}

/** What stands in for a contribution that could not be used. */
export interface ExtensionProblem {
  plugin: string;
  code: string;
  message: string;
}

interface Source {
  name: string;
  origin: PluginOrigin;
  plugin: SneqPlugin | InstalledPlugin;
}

/**
 * Everything that plugins contribute, in a total order: by origin (program, link, user, dev, core), then priority (higher
 * first), then plugin name, then id. Files and modules of installed plugins are read when their contribution is used.
 */
export class Extensions {
  readonly #sources: readonly Source[];
  readonly #problems: ExtensionProblem[];

  /** @throws SneqError INVALID_ARGS for a plugin of the program that speaks another API. */
  constructor(plugins: readonly SneqPlugin[] = [], installed: InstalledPlugins = { plugins: [], problems: [] }) {
    for (const plugin of plugins)
      if (plugin.api !== PLUGIN_API)
        throw new SneqError(
          "INVALID_ARGS",
          `The plugin ${plugin.name} speaks plugin API ${String(plugin.api)}; this engine speaks ${PLUGIN_API}.`,
          { plugin: plugin.name },
        );
    const sources: Source[] = [
      ...plugins.map((plugin) => ({ name: plugin.name, origin: "program" as const, plugin })),
      ...installed.plugins.map((plugin) => ({ name: plugin.name, origin: plugin.origin, plugin })),
    ];
    this.#sources = sources.sort((a, b) => byOrigin(a, b) || compare(a.name, b.name));
    this.#problems = installed.problems
      .filter(({ readsNarrations }) => readsNarrations)
      .map(({ plugin, code, message }) => ({ plugin, code, message }));
  }

  /** Why contributions to the reading of narrations are missing, as far as is known by now. */
  get problems(): readonly ExtensionProblem[] {
    return this.#problems;
  }

  /** The pack of a language: a plugin's before the built-in one; null when nobody knows the language. */
  async languagePack(language: string): Promise<LanguagePack | null> {
    const own = this.#pluginPack(language);
    if (own) return own;
    const { builtInPack } = await import("./narration/builtin.ts");
    return builtInPack(language);
  }

  /** The leading articles of a language; none for a language nobody knows. */
  articles(language: string): readonly string[] {
    return this.#pluginPack(language)?.articles ?? BUILT_IN_ARTICLES[language] ?? [];
  }

  /** Gates for a campaign with these languages, the outermost first; without languages, all of them. */
  gates(languages?: readonly string[]): OrderedGate[] {
    return this.#sources
      .flatMap(gatesOf)
      .filter(
        (gate) => !languages || !gate.languages || gate.languages.some((language) => languages.includes(language)),
      )
      .sort((a, b) => byOrigin(a, b) || b.priority - a.priority || compare(a.plugin, b.plugin) || compare(a.id, b.id));
  }

  /** Factories in order; the module of an installed one is imported when it is asked to create. */
  providers(): readonly ProviderFactory[] {
    return this.#sources.flatMap(({ plugin }) =>
      "section" in plugin
        ? plugin.section.providers.map(({ id, module }) => installedProvider(id, join(plugin.root, module)))
        : (plugin.providers ?? []),
    );
  }

  #pluginPack(language: string): LanguagePack | null {
    for (const { plugin } of this.#sources) {
      if (!("section" in plugin)) {
        const pack = plugin.languages?.find((one) => one.language === language);
        if (pack) return pack;
        continue;
      }
      const file = Object.hasOwn(plugin.section.languages, language) ? plugin.section.languages[language] : undefined;
      if (file === undefined) continue;
      try {
        return readLanguageFile(join(plugin.root, file), language);
      } catch (error) {
        this.#note({ plugin: plugin.name, code: "BAD_LANGUAGE_PACK", message: (error as Error).message });
      }
    }
    return null;
  }

  #note(problem: ExtensionProblem): void {
    const known = this.#problems.some((one) => one.plugin === problem.plugin && one.message === problem.message);
    if (!known) this.#problems.push(problem);
  }
}

function gatesOf({ name, origin, plugin }: Source): OrderedGate[] {
  if ("section" in plugin)
    return plugin.section.gates.map(({ module, priority = 0, ...gate }) => ({
      ...gate,
      priority,
      origin,
      plugin: name,
      code: { module: join(plugin.root, module) },
    }));
  return (plugin.gates ?? []).map(({ gate, id, mode, languages, priority = 0 }) => ({
    id,
    mode,
    languages,
    priority,
    origin,
    plugin: name,
    code: { gate },
  }));
}

function byOrigin(a: { origin: PluginOrigin }, b: { origin: PluginOrigin }): number {
  return PLUGIN_ORIGINS.indexOf(a.origin) - PLUGIN_ORIGINS.indexOf(b.origin);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
