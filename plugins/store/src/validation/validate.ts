import type { ErrorObject, ValidateFunction } from "ajv";
import {
  ENTITY_FACTS,
  type Entity,
  isJsonRecord,
  type JsonRecord,
  NULLABLE_FIELDS,
  ownField,
} from "../model/entities.ts";
import { reasonOf, StoreFailure } from "../model/failure.ts";
import { eventIdProblem, idProblem } from "../model/ids.ts";
import { isDateTime } from "./date-time.ts";
import { fieldOf, sentence, typeName } from "./messages.ts";
import { type SchemaSource, standalone } from "./schema-source.ts";

/** Everything that keeps a payload from being stored, one line per error, each beginning with its field. */
export type Validator = (payload: unknown) => string[];

type Nullable = (field: string) => boolean;

/** The validator of an entity's records. Loading it is the costly part; what it returns is synchronous. */
export async function recordValidator(entity: Entity, source: SchemaSource): Promise<Validator> {
  const { idField, required } = ENTITY_FACTS[entity];
  const fixed = new Set(entity === "event" ? [idField, "sprintId"] : [idField]);
  const nullable: Nullable = (field) => !fixed.has(field) && NULLABLE_FIELDS.has(field);
  const check = await schemaValidator(source, nullable);
  return (payload) => {
    if (!isJsonRecord(payload)) return [`payload: expected object, got ${typeName(payload)}`];
    const lines = check(payload);
    // The store needs these to give the record a place, whatever a project's schema asks for.
    const named = new Set(lines.map(fieldOfLine));
    for (const [field, value] of Object.entries(payload)) {
      // JSON can state a number that no number holds; it would be stored as null.
      if (!named.has(field) && hasInfinity(value)) lines.push(`${field}: a number is too large`);
    }
    for (const field of fixed) {
      if (!named.has(field)) lines.push(...placeErrors(entity, field, payload));
    }
    return source.minimal ? inOrder(lines, required) : lines;
  };
}

/** The validator of a schema of the store's own (sidecar, collation state). */
export async function ownValidator(schema: JsonRecord, label: string): Promise<Validator> {
  const check = await schemaValidator(standalone(label, schema), (field) => NULLABLE_FIELDS.has(field));
  return (payload) => (isJsonRecord(payload) ? check(payload) : [`payload: expected object, got ${typeName(payload)}`]);
}

async function schemaValidator(source: SchemaSource, nullable: Nullable): Promise<(payload: JsonRecord) => string[]> {
  const { schema } = source;
  if (source.minimal) return (payload) => requiredErrors(payload, schema, nullable);
  const validate = await compile(source);
  return (payload) => {
    validate(payload);
    const lines = emptyTextErrors(payload, schema);
    const empty = new Set(lines.map(fieldOfLine));
    for (const error of validate.errors ?? []) {
      const field = fieldOf(error);
      // A null that may stand breaks every keyword of its field; none of them counts.
      if (empty.has(field) || isAllowedNull(payload, error, nullable)) continue;
      lines.push(`${field}: ${sentence(error)}`);
    }
    return [...new Set(lines)];
  };
}

function hasInfinity(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasInfinity);
}

function fieldOfLine(line: string): string {
  return line.slice(0, line.indexOf(":"));
}

function isAllowedNull(payload: JsonRecord, error: ErrorObject, nullable: Nullable): boolean {
  const field = error.instancePath.split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~");
  return field !== undefined && nullable(field) && ownField(payload, field) === null;
}

/** A required text that is empty counts as missing. */
function emptyTextErrors(payload: JsonRecord, schema: JsonRecord): string[] {
  return requiredFields(schema)
    .filter((field) => ownField(payload, field) === "")
    .map((field) => `${field}: missing required field`);
}

function requiredErrors(payload: JsonRecord, schema: JsonRecord, nullable: Nullable): string[] {
  return requiredFields(schema)
    .filter((field) => {
      const value = ownField(payload, field);
      return value === undefined || value === "" || (value === null && !nullable(field));
    })
    .map((field) => `${field}: missing required field`);
}

function requiredFields(schema: JsonRecord): string[] {
  const required = ownField(schema, "required");
  return Array.isArray(required) ? required.filter((field) => typeof field === "string") : [];
}

function placeErrors(entity: Entity, field: string, payload: JsonRecord): string[] {
  const value = ownField(payload, field);
  if (value === undefined || value === "") return [`${field}: missing required field`];
  if (typeof value !== "string") return [`${field}: expected string, got ${typeName(value)}`];
  const problem = entity === "event" && field === "eventId" ? eventIdProblem(value) : idProblem(value);
  return problem === undefined ? [] : [`${field}: ${problem}`];
}

function inOrder(lines: string[], fields: readonly string[]): string[] {
  const rank = (line: string) => fields.indexOf(fieldOfLine(line));
  return lines.sort((a, b) => rank(a) - rank(b));
}

/** Loads the validator only here: it costs more than the rest of a call, and most calls validate nothing. */
async function compile(source: SchemaSource): Promise<ValidateFunction> {
  const dialect = ownField(source.schema, "$schema");
  const loadSchema = async (address: string) => withoutNames(source.sibling(address));
  const [{ default: addFormats }, ajv] = await Promise.all([
    import("ajv-formats"),
    createValidator(dialect, loadSchema),
  ]);
  addFormats.default(ajv);
  ajv.addFormat("date-time", isDateTime);
  try {
    return await ajv.compileAsync(withoutNames(source.schema));
  } catch (error) {
    if (error instanceof StoreFailure) throw error;
    throw new StoreFailure(`${source.label}: not a usable JSON Schema: ${reasonOf(error)}`);
  }
}

/** Names of a schema itself are of no use here: an unknown dialect or an old-style id would only be refused. */
function withoutNames({ $schema: _dialect, id: _id, ...schema }: JsonRecord): JsonRecord {
  return schema;
}

async function createValidator(dialect: unknown, loadSchema: (address: string) => Promise<JsonRecord>) {
  const options = {
    allErrors: true,
    strict: false,
    strictNumbers: true,
    verbose: true,
    logger: false,
    loadSchema,
  } as const;
  if (typeof dialect === "string" && dialect.includes("2020-12")) {
    return new (await import("ajv/dist/2020.js")).Ajv2020(options);
  }
  if (typeof dialect === "string" && dialect.includes("2019-09")) {
    return new (await import("ajv/dist/2019.js")).Ajv2019(options);
  }
  return new (await import("ajv")).Ajv(options);
}
