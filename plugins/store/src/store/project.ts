import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isJsonRecord, type JsonRecord, ownField } from "../model/entities.ts";
import { errorCode, reasonOf, StoreFailure } from "../model/failure.ts";

export interface Project {
  /** The folder that holds `.forge`, absolute. */
  root: string;
  name: string | null;
  prefix: string | null;
  /** The store as configured: relative to the root, or absolute. */
  storePath: string;
  engineeringPath: string;
}

const CONFIG = join(".forge", "config.json");

/**
 * Finds the project of a working directory by walking up to `.forge/config.json`, then to a `.forge/store`
 * without a configuration; with neither, the working directory itself is the project.
 */
export function findProject(workingDirectory: string): Project {
  const root = climbTo(workingDirectory, CONFIG);
  if (root !== undefined) return readConfig(root);
  const bare = climbTo(workingDirectory, join(".forge", "store"));
  return projectOf(bare ?? resolve(workingDirectory), {}, {});
}

/** Where the store lies on disk. */
export function storeRoot(project: Project): string {
  return resolve(project.root, project.storePath);
}

function climbTo(start: string, wanted: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, wanted))) return folder;
    if (folder === dirname(folder)) return undefined;
  }
}

function readConfig(root: string): Project {
  const config = readJsonFile(join(root, CONFIG), CONFIG);
  return projectOf(root, section(config, "project"), section(config, "paths"));
}

function projectOf(root: string, project: JsonRecord, paths: JsonRecord): Project {
  return {
    root,
    name: text(project, "project", "name") ?? null,
    prefix: text(project, "project", "prefix") ?? null,
    storePath: text(paths, "paths", "store") ?? ".forge/store",
    engineeringPath: text(paths, "paths", "engineering") ?? "engineering",
  };
}

function section(config: JsonRecord, name: string): JsonRecord {
  const value = ownField(config, name);
  if (value === undefined || value === null) return {};
  if (!isJsonRecord(value)) throw new StoreFailure(`${CONFIG}: "${name}" must be an object`);
  return value;
}

function text(from: JsonRecord, section: string, key: string): string | undefined {
  const value = ownField(from, key);
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "string" || value.includes("\u0000")) {
    throw new StoreFailure(`${CONFIG}: "${section}.${key}" must be a string`);
  }
  return value;
}

/** Reads a file that must be a JSON object; a failure names it by `label`. */
export function readJsonFile(file: string, label: string): JsonRecord {
  let value: unknown;
  try {
    value = parseJson(readFileSync(file, "utf8"));
  } catch (error) {
    throw new StoreFailure(`${label}: ${errorCode(error) ?? `not valid JSON: ${reasonOf(error)}`}`);
  }
  if (!isJsonRecord(value)) throw new StoreFailure(`${label}: not a JSON object`);
  return value;
}

/** JSON.parse that forgives the byte-order mark some editors put in front. */
export function parseJson(text: string): unknown {
  return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
}
