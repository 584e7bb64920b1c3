import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { ENTITY_FACTS, type Entity, type JsonRecord } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { type Project, readJsonFile } from "../store/project.ts";
import { declaredEnums } from "./declared-enums.ts";

export interface SchemaSource {
  /** What messages call it: the file, or that it is the built-in minimum. */
  label: string;
  schema: JsonRecord;
  /** True for the last resort, which knows required fields only. */
  minimal: boolean;
  /**
   * Another file of the same folder, by the address a `$ref` gives it, without a fragment.
   * @throws StoreFailure naming this schema and the address when there is no such file
   */
  sibling(address: string): JsonRecord;
}

/** Schemas installed in the project come first, then those of a project that is the schemas' own source. */
const FOLDERS = [join(".forge", "schemas"), join("forge", "schemas")];

/** @throws StoreFailure naming the file when it is damaged */
export function schemaOf(project: Project, entity: Entity): SchemaSource {
  for (const folder of FOLDERS) {
    const label = join(folder, `${entity}.schema.json`);
    const file = join(project.root, label);
    if (!existsSync(file)) continue;
    const sibling = (address: string) => siblingOf(project, folder, label, address);
    return { label, schema: readJsonFile(file, label), minimal: false, sibling };
  }
  const schema = { type: "object", required: [...ENTITY_FACTS[entity].required] };
  return standalone(`built-in minimal ${entity} schema`, schema, true);
}

/** A schema that comes from no file, and so has no others beside it. */
export function standalone(label: string, schema: JsonRecord, minimal = false): SchemaSource {
  const sibling = (address: string) => {
    throw new StoreFailure(`${label}: refers to ${JSON.stringify(address)}`);
  };
  return { label, schema, minimal, sibling };
}

/**
 * Nothing is fetched: an address is a file below the folder. A web address, which the `$id` of a schema makes of
 * every reference in it, is a name: the longest end of its path that is such a file is meant.
 */
function siblingOf(project: Project, folder: string, label: string, address: string): JsonRecord {
  const web = /^[a-z][a-z\d+.-]*:\/*/i.exec(address)?.[0];
  const parts = (web === undefined ? address : address.slice(web.length)).split("/");
  for (const start of web === undefined ? [0] : parts.keys()) {
    const below = posix.normalize(parts.slice(start).join("/"));
    if (below.startsWith("..") || below.startsWith("/") || below.includes("\\")) break;
    const file = join(project.root, folder, below);
    if (below !== "." && existsSync(file)) return readJsonFile(file, join(folder, below));
  }
  throw new StoreFailure(`${label}: refers to ${JSON.stringify(address)}, which is no file of ${folder}`);
}

/** The closed value sets of an entity's text fields: the schema's where it states them, else the built-in ones. */
export function enumsOf(source: SchemaSource, entity: Entity): Map<string, readonly string[]> {
  const builtIn = Object.entries(ENTITY_FACTS[entity].enums);
  if (source.minimal) return new Map(builtIn);
  const enums = declaredEnums(source.schema, source.sibling);
  // The lifecycle needs a status, even under a schema that leaves it open.
  const status = ENTITY_FACTS[entity].enums.status;
  if (!enums.has("status") && status !== undefined) enums.set("status", status);
  return enums;
}
