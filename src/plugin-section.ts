import { PLUGIN_API } from "./plugin.ts";

/** The `sneq` section of a plugin's package.json: what it contributes, as data. Paths are relative to the package. */
export interface PluginSection {
  api: number;
  /** Language code to the JSON file of its pack. */
  languages: Record<string, string>;
  gates: DeclaredGate[];
  providers: DeclaredProvider[];
}

export interface DeclaredGate {
  id: string;
  /** A module that exports the gate as `gate` or as its default. */
  module: string;
  mode: "wrap" | "replace";
  languages?: string[];
  priority?: number;
}

export interface DeclaredProvider {
  /** The value of `provider` in a configuration. */
  id: string;
  /** A module that exports the factory as `provider` or as its default. */
  module: string;
}

export type SectionProblemCode = "API_MISMATCH" | "BAD_SECTION";

/** A section in use, or why it cannot be used. */
export type SectionReading =
  | { section: PluginSection; problem?: undefined }
  | { section?: undefined; problem: { code: SectionProblemCode; message: string } };

type Json = Record<string, unknown>;

/**
 * Checks the `sneq` section of a package.json. It is read in every call, hence by hand and without a schema library. The
 * version is looked at first: a later contract may have another form.
 */
export function readSection(raw: unknown): SectionReading {
  if (!isObject(raw)) return bad("sneq: must be an object");
  if (raw.api !== PLUGIN_API) {
    const stated = raw.api === undefined ? "states no plugin API" : `speaks plugin API ${JSON.stringify(raw.api)}`;
    return {
      problem: { code: "API_MISMATCH", message: `it ${stated} (sneq.api); this engine speaks ${PLUGIN_API}` },
    };
  }
  const wrong =
    unknownKey(raw, "sneq", ["api", "languages", "gates", "providers", "importers"]) ??
    wrongLanguages(raw.languages) ??
    wrongList(raw.gates, "sneq.gates", wrongGate) ??
    wrongList(raw.providers, "sneq.providers", wrongProvider);
  if (wrong !== undefined) return bad(wrong);
  return {
    section: {
      api: PLUGIN_API,
      languages: (raw.languages ?? {}) as Record<string, string>,
      gates: (raw.gates ?? []) as DeclaredGate[],
      providers: (raw.providers ?? []) as DeclaredProvider[],
    },
  };
}

function bad(message: string): SectionReading {
  return { problem: { code: "BAD_SECTION", message } };
}

function wrongLanguages(languages: unknown): string | undefined {
  if (languages === undefined) return undefined;
  if (!isObject(languages)) return "sneq.languages: must map language codes to JSON files";
  for (const [code, file] of Object.entries(languages)) {
    if (!isLanguage(code)) return `sneq.languages.${code}: is no language code such as "de"`;
    const wrong = wrongPath(file, `sneq.languages.${code}`);
    if (wrong) return wrong;
  }
  return undefined;
}

function wrongGate(gate: Json, place: string): string | undefined {
  const { languages, priority, mode } = gate;
  if (mode !== "wrap" && mode !== "replace") return `${place}.mode: must be "wrap" or "replace"`;
  if (languages !== undefined && !(Array.isArray(languages) && languages.length > 0 && languages.every(isLanguage)))
    return `${place}.languages: must be a list of language codes such as ["de"]`;
  if (priority !== undefined && !Number.isFinite(priority)) return `${place}.priority: must be a number`;
  return unknownKey(gate, place, ["id", "module", "mode", "languages", "priority"]) ?? wrongModule(gate, place);
}

function wrongProvider(provider: Json, place: string): string | undefined {
  return unknownKey(provider, place, ["id", "module"]) ?? wrongModule(provider, place);
}

function wrongModule({ id, module }: Json, place: string): string | undefined {
  if (typeof id !== "string" || !/^[\w.:/@-]{1,100}$/.test(id))
    return `${place}.id: must be 1 to 100 letters, digits or . : / @ _ -`;
  return wrongPath(module, `${place}.module`);
}

function wrongList(list: unknown, place: string, wrong: (item: Json, place: string) => string | undefined) {
  if (list === undefined) return undefined;
  if (!Array.isArray(list)) return `${place}: must be a list`;
  const ids = new Set<unknown>();
  for (const [index, item] of list.entries()) {
    const here = `${place}[${index}]`;
    if (!isObject(item)) return `${here}: must be an object`;
    const reason = wrong(item, here);
    if (reason) return reason;
    if (ids.has(item.id)) return `${here}.id: ${JSON.stringify(item.id)} is already taken in this plugin`;
    ids.add(item.id);
  }
  return undefined;
}

/** Files of a plugin lie in the plugin. */
function wrongPath(path: unknown, place: string): string | undefined {
  if (typeof path !== "string" || !path.startsWith("./") || path.split(/[\\/]/).includes(".."))
    return `${place}: must be a path inside the package that starts with "./"`;
  return undefined;
}

function unknownKey(object: Json, place: string, known: readonly string[]): string | undefined {
  const key = Object.keys(object).find((name) => !known.includes(name));
  return key === undefined ? undefined : `${place}.${key}: is not known; known are ${known.join(", ")}`;
}

function isLanguage(code: unknown): boolean {
  return typeof code === "string" && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(code);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
