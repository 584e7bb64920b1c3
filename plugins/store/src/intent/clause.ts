import type { QueryEntity } from "../model/entities.ts";
import type { FollowFlags } from "../query/follow.ts";
import { FOLLOW_NOTHING } from "../query/follow.ts";
import type { Reference } from "./id-index.ts";
import type { ValuesByEntity } from "./lexicon.ts";

/** A wanted or unwanted value of a field. */
export interface Condition {
  word: string;
  negated: boolean;
  values: ValuesByEntity;
  /** Entities that have such a value; tells what an intent without an entity word is about. */
  known: readonly QueryEntity[];
}

export interface Keyword {
  text: string;
  negated: boolean;
}

/**
 * How the wanted records stand to others.
 * `in`: belong to them · `has`: they belong to these · `blockedBy`, `blocking`: by foreign keys of tasks and bugs.
 */
export interface Link {
  kind: "in" | "has" | "blockedBy" | "blocking";
  negated: boolean;
  /** The others; undefined means any at all. */
  object: Clause | undefined;
}

/** One noun phrase of an intent with all that is said about it. */
export interface Clause {
  entities: QueryEntity[];
  references: Reference[];
  statuses: Condition[];
  severities: Condition[];
  keywords: Keyword[];
  links: Link[];
  sort: "asc" | "desc" | null;
  limit: number | null;
  follow: FollowFlags;
  /** "is S12 active": a question about the record named, not about what is in it. */
  isQuestion: boolean;
  /** "S12 with bugs": the record named is shown with what belongs to it. */
  showsNamed: boolean;
}

export interface Intent {
  /** Alternatives: a record that one of them finds is found. */
  clauses: Clause[];
  countOnly: boolean;
}

export function emptyClause(): Clause {
  return {
    entities: [],
    references: [],
    statuses: [],
    severities: [],
    keywords: [],
    links: [],
    sort: null,
    limit: null,
    follow: FOLLOW_NOTHING,
    isQuestion: false,
    showsNamed: false,
  };
}

/** Whether conditions other than an order or a name were stated. */
export function hasConditions(clause: Clause): boolean {
  return clause.statuses.length + clause.severities.length + clause.keywords.length + clause.links.length > 0;
}

/** Whether nothing was said yet. */
export function isBlank(clause: Clause): boolean {
  return clause.entities.length + clause.references.length === 0 && !hasConditions(clause) && clause.sort === null;
}

/** Records by name and nothing else: "S12", "WI-S12-T01 and S13". */
export function namesOnly(clause: Clause): boolean {
  return clause.references.length > 0 && clause.entities.length === 0 && !hasConditions(clause);
}

/** A bare noun: "which tasks". */
export function isPlain(clause: Clause): boolean {
  return clause.references.length === 0 && !hasConditions(clause) && clause.sort === null;
}

/** The records named become the other side of a link, and `entity` what is looked for. */
export function turnAround(clause: Clause, kind: Link["kind"], entity: QueryEntity): void {
  const object = { ...emptyClause(), references: clause.references };
  clause.references = [];
  clause.entities = [entity];
  clause.links.push({ kind, negated: false, object });
}

export function mergeInto(clause: Clause, object: Clause): void {
  clause.entities.push(...object.entities);
  clause.references.push(...object.references);
  clause.links.push(...object.links);
}

/** "open tasks and critical bugs in S12": a link at the end is meant for all, unless another clause has its own. */
export function shareLinks(clauses: Clause[]): void {
  const last = clauses.at(-1);
  if (last === undefined || clauses.slice(0, -1).some((clause) => clause.links.length > 0)) return;
  for (const clause of clauses.slice(0, -1)) clause.links.push(...last.links);
}
