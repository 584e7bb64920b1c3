import { existsSync } from "node:fs";
import { join } from "node:path";
import { ENTITY_FACTS, type Entity, type JsonRecord } from "../model/entities.ts";
import { type Project, readJsonFile } from "../store/project.ts";
import { declaredEnums } from "./declared-enums.ts";

export interface SchemaSource {
  /** What messages call it: the file, or that it is the built-in minimum. */
  label: string;
  schema: JsonRecord;
  /** True for the last resort, which knows required fields only. */
  minimal: boolean;
}

/** Schemas installed in the project come first, then those of a project that is the schemas' own source. */
const FOLDERS = [join(".forge", "schemas"), join("forge", "schemas")];

/** @throws StoreFailure naming the file when it is damaged */
export function schemaOf(project: Project, entity: Entity): SchemaSource {
  for (const folder of FOLDERS) {
    const label = join(folder, `${entity}.schema.json`);
    const file = join(project.root, label);
    if (existsSync(file)) return { label, schema: readJsonFile(file, label), minimal: false };
  }
  const schema = { type: "object", required: [...ENTITY_FACTS[entity].required] };
  return { label: `built-in minimal ${entity} schema`, schema, minimal: true };
}

/** The closed value sets of an entity's text fields: the schema's where it states them, else the built-in ones. */
export function enumsOf(source: SchemaSource, entity: Entity): Map<string, readonly string[]> {
  const builtIn = Object.entries(ENTITY_FACTS[entity].enums);
  if (source.minimal) return new Map(builtIn);
  const enums = declaredEnums(source.schema);
  // The lifecycle needs a status, even under a schema that leaves it open.
  const status = ENTITY_FACTS[entity].enums.status;
  if (!enums.has("status") && status !== undefined) enums.set("status", status);
  return enums;
}
