import { readFile } from "node:fs/promises";
import { sayIssue } from "./domain/schema-issue.ts";
import { SneqError, type ValidationIssue } from "./errors.ts";
import { ROUTER_DEFAULTS, type RouterConfig } from "./router/config.ts";

/** Thresholds of resolution; an absent one has the value of the specification. All but `topK` are 0 to 1. */
export interface ResolverConfig {
  tauHigh?: number;
  tauLow?: number;
  gapDelta?: number;
  floor?: number;
  topK?: number;
}

/** Settings of the narration check. */
export interface ValidatorConfig {
  /** Id of the gate that wins when several replace the built-in one; `builtin` keeps the built-in one. */
  gate?: string;
  /** What a plugin's gate may use of time for itself, in milliseconds (5000). */
  gateTimeoutMs?: number;
  /** Language packs to use instead of the campaign's. */
  languages?: string[];
  /** Further words that are no names. */
  stopwords?: string[];
  /** Names that are never reported. */
  ignore?: string[];
  /** Recent entities shown to the second opinion. */
  topK?: number;
}

/** A whole configuration, with its defaults filled in. */
export interface Config extends RouterConfig {
  resolver: ResolverConfig;
  validator: ValidatorConfig;
}

/** The configuration of a call without a file: chat models from the keys in the environment, the local space. */
export const DEFAULT_CONFIG: Config = { tiers: {}, defaults: ROUTER_DEFAULTS, resolver: {}, validator: {} };

/**
 * Reads a configuration file; without a path, the defaults. Throws `INVALID_ARGS` that names the file and, in
 * `details.issues`, each wrong place inside it.
 */
export async function loadConfig(path?: string): Promise<Config> {
  if (path === undefined) return DEFAULT_CONFIG;
  return parseConfig(parseJson(await readText(path), path), path);
}

/** Checks a configuration that is already an object, as the library is given one. `name` is what errors call it. */
export async function parseConfig(raw: unknown, name = "config"): Promise<Config> {
  const { configSchema } = await import("./config-schema.ts");
  const parsed = configSchema().safeParse(raw, { error: sayIssue });
  if (parsed.success) {
    const { $schema: _, ...config } = parsed.data;
    return config as Config;
  }
  const issues = parsed.error.issues.map(
    (issue): ValidationIssue => ({
      path: issue.path as ValidationIssue["path"],
      message: issue.message,
      code: issue.code,
    }),
  );
  const [first] = issues;
  const where = first && first.path.length > 0 ? `${first.path.join(".")}: ` : "";
  throw refused(name, `${where}${first?.message ?? "invalid"}`, issues);
}

async function readText(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : code === "EISDIR" ? "it is a folder" : undefined;
    throw refused(path, why ?? (error instanceof TypeError ? "it is not UTF-8 text" : `it cannot be read (${code})`));
  }
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    // The engine's message quotes the text around the fault, which may be a key pasted where none belongs.
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    throw refused(path, at === undefined ? "it is not valid JSON" : `it is not valid JSON (at character ${at})`);
  }
}

function refused(file: string, message: string, issues: ValidationIssue[] = []): SneqError {
  return new SneqError("INVALID_ARGS", `The configuration ${file} cannot be used: ${message}`, { file, issues });
}
