import {
  ASCENDING,
  BLOCKED_BY,
  BLOCKING,
  COUNT_PHRASES,
  DESCENDING,
  DESCENDING_WITH_NUMBER,
  ENTITY_WORDS,
  HAVING,
  NEGATIONS,
  NOISE,
  PREPOSITIONS,
  STATUS_SYNONYMS,
} from "../intent/vocabulary.ts";
import { ENTITIES, ENTITY_FACTS, type Entity } from "../model/entities.ts";
import { nextStates, terminalStates } from "../model/transitions.ts";
import { enumsOf, schemaOf } from "../validation/schema-source.ts";
import type { Session } from "./session.ts";

const FOREIGN_KEYS: Readonly<Record<Entity, Record<string, string>>> = {
  sprint: { feature_id: "feature" },
  task: { sprintId: "sprint", feature_id: "feature", blockedBy: "bug" },
  bug: { sprintId: "sprint", blocksTask: "task" },
  event: { sprintId: "sprint", taskId: "task" },
  feature: {},
};

/** What a caller must know to use the store: entities, closed value sets, keys, and the words of intents. */
export function describeStore(session: Session) {
  const { name, prefix, storePath, engineeringPath } = session.project;
  return {
    project: { name, prefix, paths: { store: storePath, engineering: engineeringPath } },
    entities: Object.fromEntries(
      ENTITIES.map((entity) => [ENTITY_FACTS[entity].plural, describeEntity(session, entity)]),
    ),
    entitySynonyms: Object.fromEntries(
      Object.entries(ENTITY_WORDS).map(([entity, words]) => [entity, [...words.singular, ...words.plural]]),
    ),
    statusSynonyms: STATUS_SYNONYMS,
    grammar: grammarOf(prefix),
  };
}

function describeEntity(session: Session, entity: Entity) {
  const { idField, folder, required } = ENTITY_FACTS[entity];
  const source = schemaOf(session.project, entity);
  const enums = enumsOf(source, entity);
  const status = [...(enums.get("status") ?? [])];
  const declared = source.schema.required;
  const severity = enums.get("severity");
  return {
    idField,
    status,
    ...(severity === undefined ? {} : { severity: [...severity] }),
    required: Array.isArray(declared) ? declared : [...required],
    enums: Object.fromEntries(enums),
    transitions: Object.fromEntries(status.map((state) => [state, nextStates(entity, state)])),
    terminal: terminalStates(entity),
    foreignKeys: FOREIGN_KEYS[entity],
    path: `${session.project.storePath}/${folder}/${entity === "event" ? "{sprintId}/{eventId}" : `{${idField}}`}.json`,
    schema: source.label,
  };
}

function grammarOf(prefix: string | null) {
  const before = prefix === null ? "" : `${prefix}-`;
  return {
    ids: ["S12", "sprint 12", `${before}S12-T03`, `${before}BUG-001`, "FEAT-001", "any id in the store"],
    count: COUNT_PHRASES,
    descending: [...DESCENDING, ...DESCENDING_WITH_NUMBER.map((word) => `${word} N`)],
    ascending: ASCENDING,
    negation: NEGATIONS,
    belonging: PREPOSITIONS,
    having: HAVING,
    blockedBy: BLOCKED_BY,
    blocking: BLOCKING,
    noise: NOISE,
    withoutEntity: "tasks",
  };
}
