import type { Session } from "../custodian/session.ts";
import type { QueryEntity } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { requireId } from "../model/ids.ts";
import { answerOf, type Found, type Presentation, type QueryAnswer } from "./answer.ts";
import { selectExact } from "./exact.ts";
import { type FollowFlags, followKeys } from "./follow.ts";
import { selectByKeyword } from "./keyword.ts";
import { Shelf } from "./shelf.ts";

/** What is asked for; of several kinds of selection the first one stated counts. */
export interface Query {
  /** The entity flags given, in the order of precedence. */
  named: { entity: QueryEntity; id: string }[];
  keyword: string | undefined;
  type: QueryEntity | undefined;
  status: string | undefined;
  intent: string;
  follow: FollowFlags;
}

/** @throws StoreFailure when nothing is asked for, or an id is none */
export async function runQuery(session: Session, query: Query, presentation: Presentation): Promise<QueryAnswer> {
  for (const { entity, id } of query.named) requireId(`--${entity}`, id);
  const { mode } = presentation;
  const hasIntent = query.intent.trim() !== "";
  if ((mode === "strict" || mode === "off") && hasIntent) {
    throw new StoreFailure(`--mode: ${mode} takes flags only, not an intent in words`);
  }
  if (mode === "nlp" && !hasIntent) throw new StoreFailure("intent: --mode nlp needs an intent in words");
  const found = await find(session, query, mode === "nlp");
  return answerOf(session.project, found, presentation);
}

async function find(session: Session, query: Query, intentOnly: boolean): Promise<Found> {
  const shelf = new Shelf(session.store, session.warn);
  const { named, keyword, type, status, intent, follow } = query;
  const [first] = named;
  const trace: string[] = [];
  if (!intentOnly && first !== undefined) {
    return plain("exact", followKeys(shelf, selectExact(shelf, { ...first, status }, trace), follow, trace), trace);
  }
  if (!intentOnly && keyword !== undefined) {
    if (keyword.trim() === "") throw new StoreFailure("--keyword: expected a word");
    const selected = selectByKeyword(shelf, { term: keyword, type, status }, trace);
    return plain("keyword", followKeys(shelf, selected, follow, trace), trace);
  }
  if (intent.trim() === "")
    throw new StoreFailure("query: expected --sprint, --task, --bug, --feature, --keyword or an intent");
  const { selectByIntent } = await import("../intent/select.ts");
  return selectByIntent(session.project, shelf, { intent, status, follow });
}

function plain(path: Found["path"], records: Found["records"], trace: string[]): Found {
  return { path, trace, records, totalMatched: records.length, limit: null, sort: null, countOnly: false };
}
