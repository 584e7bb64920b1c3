import { QUERY_ENTITIES } from "../model/entities.ts";
import type { Found } from "../query/answer.ts";
import { type FollowFlags, followKeys, keyOf } from "../query/follow.ts";
import type { Shelf } from "../query/shelf.ts";
import type { Project } from "../store/project.ts";
import type { Stored } from "../store/records.ts";
import { enumsOf, schemaOf } from "../validation/schema-source.ts";
import type { Clause } from "./clause.ts";
import { type Evaluation, evaluateClause } from "./evaluate.ts";
import { IdIndex } from "./id-index.ts";
import { buildLexicon, type EnumsByEntity } from "./lexicon.ts";
import { parseIntent } from "./parse.ts";
import { tokenize } from "./tokens.ts";

export interface IntentSelection {
  intent: string;
  status: string | undefined;
  follow: FollowFlags;
}

/** Finds what an intent in words describes. An intent that names nothing known finds nothing. */
export function selectByIntent(project: Project, shelf: Shelf, selection: IntentSelection): Found {
  const ids = new IdIndex(shelf.fileIds(), project.prefix);
  const tokens = tokenize(selection.intent, buildLexicon(enumsOfProject(project)), ids);
  const { clauses, countOnly } = parseIntent(tokens, ids);
  const trace: string[] = [];
  const evaluation: Evaluation = { shelf, status: selection.status, countOnly, trace };
  const matched = clauses.map((clause) => ({ clause, ...evaluateClause(clause, evaluation) }));
  const only = matched.length === 1 ? matched[0] : undefined;
  const base = only === undefined ? unique(matched.flatMap(({ records }) => records)) : only.records;
  const followed = followKeys(shelf, base, mergedFollow(selection.follow, clauses), trace);
  const total = only === undefined ? base.length : only.total;
  return {
    path: "intent-nlp",
    trace,
    records: followed,
    totalMatched: total + (followed.length - base.length),
    limit: only?.clause.limit ?? null,
    sort: only?.clause.sort ?? null,
    countOnly,
  };
}

/** The closed value sets of a project's schemas, or the built-in ones. */
function enumsOfProject(project: Project): EnumsByEntity {
  return new Map(QUERY_ENTITIES.map((entity) => [entity, enumsOf(schemaOf(project, entity), entity)]));
}

function mergedFollow(asked: FollowFlags, clauses: readonly Clause[]): FollowFlags {
  const all = [asked, ...clauses.map((clause) => clause.follow)];
  return {
    blockers: all.some((flags) => flags.blockers),
    blockedTasks: all.some((flags) => flags.blockedTasks),
    sprint: all.some((flags) => flags.sprint),
    feature: all.some((flags) => flags.feature),
  };
}

function unique(records: readonly Stored[]): Stored[] {
  return [...new Map(records.map((stored) => [keyOf(stored), stored])).values()];
}
