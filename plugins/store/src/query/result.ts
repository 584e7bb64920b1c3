import { posix } from "node:path";
import { ENTITY_FACTS, ownField, type QueryEntity } from "../model/entities.ts";
import type { Project } from "../store/project.ts";
import type { Stored } from "../store/records.ts";
import type { ExcerptReader } from "./excerpt.ts";
import { textOf, textsOf } from "./shelf.ts";

export interface QueryResult {
  id: string;
  title: string | null;
  status: string | null;
  type: QueryEntity;
  relationships: {
    sprintId: string | null;
    featureId: string | null;
    blockedBy: string[];
    blocksTask: string[];
  };
  fileRefs: { json: string; md: string };
  storeRef: string;
  indexRef: string;
  excerpt: string | null;
}

/** A found record as a query shows it. */
export function resultOf(project: Project, stored: Stored, excerpts: ExcerptReader | undefined): QueryResult {
  const { record } = stored;
  const type = stored.entity as QueryEntity;
  const md = documentOf(project, stored);
  return {
    id: stored.id,
    title: textOf(record, "title") ?? null,
    status: textOf(record, "status") ?? null,
    type,
    relationships: {
      sprintId: type === "sprint" ? null : (textOf(record, "sprintId") ?? null),
      featureId: textOf(record, "feature_id") ?? null,
      blockedBy: textsOf(record, "blockedBy"),
      blocksTask: textsOf(record, "blocksTask"),
    },
    fileRefs: { json: stored.shown, md },
    storeRef: stored.shown,
    indexRef: md,
    excerpt: excerpts?.read(md) ?? null,
  };
}

const PLAIN_PATH = /^[\w-]+(?:\/[\w-]+)*$/;

/** Where a record's document is expected, whether or not there is one. */
function documentOf(project: Project, stored: Stored): string {
  const path = ownField(stored.record, "path");
  if (typeof path === "string" && path !== "") {
    // Most paths are plain, and at thousands of records normalizing each is felt.
    return PLAIN_PATH.test(path) ? `${path}/INDEX.md` : posix.join(path, "INDEX.md");
  }
  const folder = stored.entity === "task" ? "sprints" : ENTITY_FACTS[stored.entity].folder;
  return posix.join(project.engineeringPath, folder, stored.id, "INDEX.md");
}
