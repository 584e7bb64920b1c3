import { QUERY_ENTITIES, type QueryEntity } from "../model/entities.ts";
import type { Stored } from "../store/records.ts";
import { hasStatus } from "./exact.ts";
import { type Shelf, textOf } from "./shelf.ts";
import { wholeWordTest } from "./words.ts";

export interface KeywordSelection {
  term: string;
  type: QueryEntity | undefined;
  status: string | undefined;
}

/** Records whose title holds a term as a whole word: sprints, tasks, bugs, then features. */
export function selectByKeyword(shelf: Shelf, selection: KeywordSelection, trace: string[]): Stored[] {
  const { term, type, status } = selection;
  const matches = wholeWordTest(term);
  const kinds = type === undefined ? QUERY_ENTITIES : [type];
  return kinds.flatMap((entity) => {
    const found = shelf.all(entity).filter((stored) => matches(textOf(stored.record, "title") ?? ""));
    trace.push(`titles of ${entity} with ${JSON.stringify(term)}: ${found.length}`);
    return status === undefined ? found : found.filter((stored) => hasStatus(stored, status));
  });
}
