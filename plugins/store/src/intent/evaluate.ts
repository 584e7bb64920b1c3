import { QUERY_ENTITIES, type QueryEntity } from "../model/entities.ts";
import { hasStatus } from "../query/exact.ts";
import { keyOf } from "../query/follow.ts";
import { type Shelf, textOf } from "../query/shelf.ts";
import { wholeWordTest } from "../query/words.ts";
import type { Stored } from "../store/records.ts";
import { type Clause, type Condition, hasConditions, type Link } from "./clause.ts";
import type { Reference } from "./id-index.ts";
import { phraseOf } from "./lexicon.ts";
import { sortByNumbers } from "./order.ts";
import { belongs, blocks, isBlockedBy, type Others, othersOf, withTasksInside } from "./others.ts";

export interface Matched {
  records: Stored[];
  /** Matches before the clause's limit. */
  total: number;
}

export interface Evaluation {
  shelf: Shelf;
  /** An exact status that what is found must have, besides the intent. */
  status: string | undefined;
  countOnly: boolean;
  trace: string[];
}

type Test = (stored: Stored) => boolean;

/** Finds what a clause describes, in file-name order or in the order it asks for, cut to its limit. */
export function evaluateClause(clause: Clause, evaluation: Evaluation): Matched {
  const { status } = evaluation;
  const all = findAll(clause, evaluation);
  const found = status === undefined ? all : all.filter((stored) => hasStatus(stored, status));
  const ordered = clause.sort === null ? found : sortByNumbers(found, clause.sort);
  return { records: clause.limit === null ? ordered : ordered.slice(0, clause.limit), total: found.length };
}

function findAll(clause: Clause, evaluation: Evaluation): Stored[] {
  const { shelf, trace } = evaluation;
  if (clause.entities.length > 0) return findKinds(clause, clause.entities, evaluation);
  if (clause.references.length > 0) {
    if (isFrame(clause, evaluation.countOnly)) {
      const inside = findKinds(clause, [impliedEntity(clause) ?? "task"], evaluation);
      const named =
        clause.statuses.length + clause.severities.length > 0 || evaluation.countOnly || clause.sort !== null;
      // "S12 details": words that no title has do not unsay the id.
      if (inside.length > 0 || named) return inside;
    }
    const tests = conditionTests({ ...clause, keywords: [] }, evaluation);
    const named = recordsOf(shelf, clause.references);
    trace.push(`named: ${clause.references.map((each) => `${each.entity} ${each.id}`).join(", ")}`);
    return unique(named.filter((stored) => tests.every((test) => test(stored))));
  }
  const entity = impliedEntity(clause);
  return entity === undefined ? [] : findKinds(clause, [entity], evaluation);
}

/** Whether the records named are a place to look in ("planned in S12") rather than what is looked for. */
function isFrame(clause: Clause, countOnly: boolean): boolean {
  const places = clause.references.every(({ entity }) => entity === "sprint" || entity === "feature");
  return places && !clause.isQuestion && (hasConditions(clause) || clause.sort !== null || countOnly);
}

/** What an intent without an entity word is about: tasks, unless only others can have the status it names. */
function impliedEntity(clause: Clause): QueryEntity | undefined {
  if (clause.links.some((link) => link.kind === "blocking")) return "bug";
  const conditions = [...clause.statuses, ...clause.severities];
  const able = QUERY_ENTITIES.filter((entity) => conditions.every((condition) => condition.known.includes(entity)));
  if (conditions.length > 0 && !able.includes("task")) return able[0] ?? "task";
  return hasConditions(clause) || clause.sort !== null ? "task" : undefined;
}

function findKinds(clause: Clause, entities: readonly QueryEntity[], evaluation: Evaluation): Stored[] {
  const { shelf, trace } = evaluation;
  const tests = conditionTests(clause, evaluation);
  const owners: Stored[] = [];
  const found = entities.flatMap((entity) => {
    const own = clause.references.filter((reference) => reference.entity === entity);
    const foreign = clause.references.filter((reference) => reference.entity !== entity);
    const kindTests = [...tests];
    if (own.length > 0) kindTests.push(memberOf(own));
    if (foreign.length > 0) {
      const others = othersOf(recordsOf(shelf, foreign), foreign);
      kindTests.push((stored) => belongs(stored, others));
    }
    const matched = shelf.all(entity).filter((stored) => kindTests.every((test) => test(stored)));
    owners.push(...ownersShown(clause, entity, foreign, shelf));
    trace.push(`${entity}${describe(clause)}: ${matched.length}`);
    return matched;
  });
  // Kinds do not overlap; only the records asked from can be among those found.
  if (owners.length === 0 || (found.length === 0 && !clause.showsNamed)) return found;
  return unique([...owners, ...found]);
}

/** "which sprint is T1 in" shows T1 too: asking upwards follows a key of the record named. */
function ownersShown(clause: Clause, entity: QueryEntity, foreign: Reference[], shelf: Shelf): Stored[] {
  if (clause.showsNamed) return recordsOf(shelf, foreign);
  const linked = clause.links
    .filter((link) => link.kind === "in" && !link.negated)
    .flatMap((link) => link.object?.references ?? []);
  const below = entity === "feature" ? ["sprint", "task", "bug"] : entity === "sprint" ? ["task", "bug"] : [];
  return recordsOf(
    shelf,
    [...foreign, ...linked].filter((reference) => below.includes(reference.entity)),
  );
}

function conditionTests(clause: Clause, evaluation: Evaluation): Test[] {
  return [
    ...fieldTests(clause.statuses, "status"),
    ...fieldTests(clause.severities, "severity"),
    ...keywordTests(clause),
    ...clause.links.map((link) => linkTest(link, evaluation)),
  ];
}

/** Any of the wanted values, none of the unwanted. */
function fieldTests(conditions: readonly Condition[], field: string): Test[] {
  // Thousands of records share a few values.
  const phrases = new Map<string, string>();
  const phraseOnce = (value: string) => {
    const known = phrases.get(value);
    if (known !== undefined) return known;
    const phrase = phraseOf(value);
    phrases.set(value, phrase);
    return phrase;
  };
  const meets = (stored: Stored, condition: Condition) => {
    const value = textOf(stored.record, field);
    return value !== undefined && condition.values.get(stored.entity as QueryEntity)?.has(phraseOnce(value)) === true;
  };
  const wanted = conditions.filter((condition) => !condition.negated);
  const unwanted = conditions.filter((condition) => condition.negated);
  const tests: Test[] = unwanted.map((condition) => (stored) => !meets(stored, condition));
  if (wanted.length > 0) tests.push((stored) => wanted.some((condition) => meets(stored, condition)));
  return tests;
}

/** Any of the wanted words in the title, none of the unwanted. */
function keywordTests(clause: Clause): Test[] {
  const titleTest = (text: string): Test => {
    const matches = wholeWordTest(text);
    return (stored) => matches(textOf(stored.record, "title") ?? "");
  };
  const wanted = clause.keywords.filter((keyword) => !keyword.negated).map((keyword) => titleTest(keyword.text));
  const unwanted = clause.keywords.filter((keyword) => keyword.negated).map((keyword) => titleTest(keyword.text));
  const tests: Test[] = unwanted.map((test) => (stored) => !test(stored));
  if (wanted.length > 0) tests.push((stored) => wanted.some((test) => test(stored)));
  return tests;
}

function linkTest(link: Link, evaluation: Evaluation): Test {
  const test = positiveLinkTest(link, evaluation);
  return link.negated ? (stored) => !test(stored) : test;
}

function positiveLinkTest(link: Link, evaluation: Evaluation): Test {
  const { shelf } = evaluation;
  const others = objectOf(link, evaluation);
  if (link.kind === "in" || link.kind === "has") return (stored) => belongs(stored, others);
  const wider = withTasksInside(shelf, others);
  if (link.kind === "blocking") return (stored) => blocks(stored, wider);
  let inside: Others | undefined;
  return (stored) => {
    if (stored.entity !== "sprint" && stored.entity !== "feature") return isBlockedBy(stored, wider);
    // Only sprints and features ask for it, and then each of them.
    inside ??= othersOf(
      shelf.all("task").filter((task) => isBlockedBy(task, wider)),
      [],
    );
    return belongs(stored, inside);
  };
}

/** The other side of a link; "any" are all tasks and bugs. */
function objectOf(link: Link, evaluation: Evaluation): Others {
  const { shelf } = evaluation;
  if (link.object === undefined) return othersOf([...shelf.all("task"), ...shelf.all("bug")], []);
  const { references, entities } = link.object;
  const isNamed = references.length > 0 && entities.length === 0 && !hasConditions(link.object);
  if (isNamed) return othersOf(recordsOf(shelf, references), references);
  const { records } = evaluateClause(link.object, { ...evaluation, status: undefined, countOnly: false });
  return othersOf(records, []);
}

function recordsOf(shelf: Shelf, references: readonly Reference[]): Stored[] {
  return references.flatMap((reference) => shelf.all(reference.entity).filter(memberOf([reference])));
}

/** References come from file names; a record is named by its file's name as well as by its own id. */
function memberOf(references: readonly Reference[]): Test {
  const ids = new Set(references.map((reference) => `${reference.entity}/${reference.id}`));
  return (stored) => ids.has(keyOf(stored)) || ids.has(`${stored.entity}/${stored.fileId}`);
}

function unique(records: readonly Stored[]): Stored[] {
  return [...new Map(records.map((stored) => [keyOf(stored), stored])).values()];
}

function describe(clause: Clause): string {
  const parts = [
    ...[...clause.statuses, ...clause.severities].map((each) => `${each.negated ? "not " : ""}${each.word}`),
    ...clause.keywords.map((each) => `${each.negated ? "without" : "with"} ${JSON.stringify(each.text)}`),
    ...clause.references.map((each) => `near ${each.entity} ${each.id}`),
    ...clause.links.map((each) => `${each.negated ? "not " : ""}${each.kind}`),
  ];
  return parts.length === 0 ? "" : ` (${parts.join(", ")})`;
}
