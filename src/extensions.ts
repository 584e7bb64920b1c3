import { BUILT_IN_ARTICLES } from "./domain/articles.ts";
import type { LanguagePack } from "./domain/language-pack.ts";
import type { ProviderFactory } from "./domain/provider.ts";
import { SneqError } from "./errors.ts";
import { type GateContribution, PLUGIN_API, type SneqPlugin } from "./plugin.ts";

/** A gate in its place, with the plugin it comes from. */
export interface OrderedGate extends GateContribution {
  plugin: string;
}

/** Everything that plugins contribute, in a total order: priority (higher first), then plugin name, then id. */
export class Extensions {
  readonly #plugins: readonly SneqPlugin[];

  constructor(plugins: readonly SneqPlugin[] = []) {
    for (const plugin of plugins)
      if (plugin.api !== PLUGIN_API)
        throw new SneqError(
          "INVALID_ARGS",
          `The plugin ${plugin.name} speaks plugin API ${String(plugin.api)}; this engine speaks ${PLUGIN_API}.`,
          { plugin: plugin.name },
        );
    this.#plugins = [...plugins].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  /** The pack of a language: a plugin's before the built-in one; null when nobody knows the language. */
  async languagePack(language: string): Promise<LanguagePack | null> {
    const own = this.#plugins.flatMap((plugin) => plugin.languages ?? []).find((pack) => pack.language === language);
    if (own) return own;
    const { builtInPack } = await import("./narration/builtin.ts");
    return builtInPack(language);
  }

  /** The leading articles of a language; none for a language nobody knows. */
  articles(language: string): readonly string[] {
    const own = this.#plugins.flatMap((plugin) => plugin.languages ?? []).find((pack) => pack.language === language);
    return own?.articles ?? BUILT_IN_ARTICLES[language] ?? [];
  }

  gates(languages: readonly string[]): OrderedGate[] {
    return this.#plugins
      .flatMap((plugin) => (plugin.gates ?? []).map((gate) => ({ ...gate, plugin: plugin.name })))
      .filter((gate) => !gate.languages || gate.languages.some((language) => languages.includes(language)))
      .sort((a, b) => (b.priority ?? 0) - (a.priority ?? 0));
  }

  providers(): readonly ProviderFactory[] {
    return this.#plugins.flatMap((plugin) => plugin.providers ?? []);
  }
}
