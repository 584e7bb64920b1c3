import type { PluginSection } from "./plugin-section.ts";

/** Where a plugin comes from, the strongest first: given by the running program, linked, installed by the user, … */
export const PLUGIN_ORIGINS = ["program", "link", "user", "dev", "core"] as const;
export type PluginOrigin = (typeof PLUGIN_ORIGINS)[number];

/** A package on disk whose `sneq` section is in order. Nothing of it has been imported. */
export interface InstalledPlugin {
  name: string;
  version: string;
  /** Absolute folder of its package.json. */
  root: string;
  origin: PluginOrigin;
  section: PluginSection;
}

/** An installed plugin that cannot be used, and why. */
export interface PluginProblem {
  plugin: string;
  code: string;
  message: string;
  /** It would have read narrations: a report made without it has to say so. */
  readsNarrations: boolean;
}

export interface InstalledPlugins {
  plugins: InstalledPlugin[];
  problems: PluginProblem[];
}
