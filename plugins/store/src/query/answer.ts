import type { Project } from "../store/project.ts";
import type { Stored } from "../store/records.ts";
import { ExcerptReader } from "./excerpt.ts";
import { type QueryResult, resultOf } from "./result.ts";

export type QueryMode = "auto" | "strict" | "nlp" | "off";
export type Sort = "asc" | "desc";

/** Version of the shape of an answer. */
const ENGINE_VERSION = "1.0.0";

/** What a way of searching found, before it is shown. */
export interface Found {
  path: "exact" | "keyword" | "intent-nlp";
  trace: string[];
  records: Stored[];
  /** Matches before a limit. */
  totalMatched: number;
  limit: number | null;
  sort: Sort | null;
  /** Only the number was asked for. */
  countOnly: boolean;
}

export interface Presentation {
  query: string;
  mode: QueryMode;
  excerpts: boolean;
  /** `performance.now()` at the beginning. */
  startedAt: number;
}

export interface QueryAnswer {
  query: string;
  path: Found["path"];
  traversalTrace: string[];
  count?: number;
  results: QueryResult[];
  relatedFileRefs: string[];
  totalMatched: number;
  returned: number;
  limit: number | null;
  sort: Sort | null;
  meta: { mode: QueryMode; engineVersion: string; totalTimeMs: number };
}

export function answerOf(project: Project, found: Found, presentation: Presentation): QueryAnswer {
  const { query, mode, excerpts, startedAt } = presentation;
  const shown = found.countOnly ? [] : found.records;
  const reader = excerpts ? new ExcerptReader(project.root) : undefined;
  const results = shown.map((stored) => resultOf(project, stored, reader));
  return {
    query,
    path: found.path,
    traversalTrace: found.trace,
    ...(found.countOnly ? { count: found.totalMatched } : {}),
    results,
    relatedFileRefs: filesOf(results),
    totalMatched: found.totalMatched,
    returned: results.length,
    limit: found.limit,
    sort: found.sort,
    meta: { mode, engineVersion: ENGINE_VERSION, totalTimeMs: Math.round(performance.now() - startedAt) },
  };
}

function filesOf(results: readonly QueryResult[]): string[] {
  const files: string[] = [];
  const documents = new Set<string>();
  for (const { fileRefs } of results) {
    // Records may share a document, never a file of their own.
    if (!documents.has(fileRefs.md)) files.push(fileRefs.md);
    documents.add(fileRefs.md);
    files.push(fileRefs.json);
  }
  return files;
}
