import { ENTITY_FACTS, QUERY_ENTITIES, type QueryEntity } from "../model/entities.ts";
import { fold } from "../query/words.ts";
import {
  ASCENDING,
  BLOCKED_BY,
  BLOCKERS,
  BLOCKING,
  CONJUNCTIONS,
  COUNT_PHRASES,
  DESCENDING,
  DESCENDING_WITH_NUMBER,
  ENTITY_WORDS,
  FILTER_NAMES,
  HAVING,
  LACKING,
  NEGATIONS,
  NOISE,
  NUMBER_WORDS,
  PREPOSITIONS,
  STATUS_SYNONYMS,
} from "./vocabulary.ts";

/** A condition on a field: the values that meet it, for each entity. */
export type ValuesByEntity = ReadonlyMap<QueryEntity, ReadonlySet<string>>;

export type Meaning =
  | { kind: "entity"; entity: QueryEntity; plural: boolean }
  | { kind: "status"; word: string; values: ValuesByEntity; known: readonly QueryEntity[] }
  | { kind: "severity"; word: string; values: ValuesByEntity; known: readonly QueryEntity[] }
  | { kind: "order"; word: string; sort: "asc" | "desc"; needsNumber: boolean }
  | { kind: "number"; value: number }
  | { kind: "not" | "preposition" | "blockedBy" | "blocking" | "blockers" | "having" | "lacking" }
  | { kind: "conjunction"; word: string }
  | { kind: "filterName" }
  | { kind: "noise"; word: string };

/** What phrases mean, keyed by their folded words with single spaces. */
export interface Lexicon {
  meanings: ReadonlyMap<string, Meaning>;
  /** Words of the longest phrase. */
  longest: number;
}

/** The closed value sets of a project, by entity and field. */
export type EnumsByEntity = ReadonlyMap<QueryEntity, ReadonlyMap<string, readonly string[]>>;

/** Builds the phrases from the vocabulary and from the statuses and severities that the project's schemas declare. */
export function buildLexicon(enums: EnumsByEntity): Lexicon {
  const meanings = new Map<string, Meaning>();
  const say = (words: readonly string[], meaning: (word: string) => Meaning) => {
    for (const word of words) meanings.set(phraseOf(word), meaning(word));
  };
  say(NOISE, (word) => ({ kind: "noise", word }));
  say(FILTER_NAMES, () => ({ kind: "filterName" }));
  say(PREPOSITIONS, () => ({ kind: "preposition" }));
  say(HAVING, () => ({ kind: "having" }));
  say(LACKING, () => ({ kind: "lacking" }));
  say(NEGATIONS, () => ({ kind: "not" }));
  say(CONJUNCTIONS, (word) => ({ kind: "conjunction", word }));
  say(BLOCKED_BY, () => ({ kind: "blockedBy" }));
  say(BLOCKING, () => ({ kind: "blocking" }));
  say(BLOCKERS, () => ({ kind: "blockers" }));
  say(DESCENDING, (word) => ({ kind: "order", word, sort: "desc", needsNumber: false }));
  say(DESCENDING_WITH_NUMBER, (word) => ({ kind: "order", word, sort: "desc", needsNumber: true }));
  say(ASCENDING, (word) => ({ kind: "order", word, sort: "asc", needsNumber: false }));
  say(NUMBER_WORDS, (word) => ({ kind: "number", value: NUMBER_WORDS.indexOf(word as "one") + 1 }));
  for (const entity of QUERY_ENTITIES) {
    say(ENTITY_WORDS[entity].singular, () => ({ kind: "entity", entity, plural: false }));
    say(ENTITY_WORDS[entity].plural, () => ({ kind: "entity", entity, plural: true }));
  }
  for (const field of ["severity", "status"] as const) {
    for (const word of valuesOf(enums, field)) meanings.set(phraseOf(word), condition(enums, field, word));
  }
  for (const word of Object.keys(STATUS_SYNONYMS)) meanings.set(word, condition(enums, "status", word));
  return {
    meanings,
    longest: Math.max(...[...meanings.keys(), ...COUNT_PHRASES].map((phrase) => phrase.split(" ").length)),
  };
}

/** A value or phrase as the lexicon keys it: `in-progress` and `In Progress` are one phrase. */
export function phraseOf(text: string): string {
  return fold(text)
    .split(/[\s_-]+/)
    .filter((word) => word !== "")
    .join(" ");
}

function valuesOf(enums: EnumsByEntity, field: string): Set<string> {
  return new Set(QUERY_ENTITIES.flatMap((entity) => declared(enums, entity, field)));
}

function declared(enums: EnumsByEntity, entity: QueryEntity, field: string): readonly string[] {
  return enums.get(entity)?.get(field) ?? ENTITY_FACTS[entity].enums[field] ?? [];
}

/**
 * An entity's own value of that name comes first, then the synonym. The word itself always matches too: stored
 * records need not be valid to be found.
 */
function condition(enums: EnumsByEntity, field: "status" | "severity", word: string): Meaning {
  const phrase = phraseOf(word);
  const values = new Map<QueryEntity, ReadonlySet<string>>();
  const known: QueryEntity[] = [];
  for (const entity of QUERY_ENTITIES) {
    const own = declared(enums, entity, field).filter((value) => phraseOf(value) === phrase);
    const meant = own.length > 0 ? own : field === "status" ? (STATUS_SYNONYMS[phrase]?.[entity] ?? []) : [];
    if (meant.length > 0) known.push(entity);
    values.set(entity, new Set([...meant, ...(own.length > 0 ? [] : [word])].map(phraseOf)));
  }
  return { kind: field, word, values, known };
}
