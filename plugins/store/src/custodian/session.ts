import { type Entity, isEntity } from "../model/entities.ts";
import { StoreFailure } from "../model/failure.ts";
import { openStore, type Store } from "../store/containment.ts";
import { findProject, type Project } from "../store/project.ts";
import type { Warn } from "../store/records.ts";

/** What every operation works with. */
export interface Session {
  project: Project;
  store: Store;
  /** Validate and report, change nothing: no record, no folder, no lock. */
  dryRun: boolean;
  /** One line for the person reading stderr; the operation goes on. */
  warn: Warn;
}

/** @throws StoreFailure when the project's configuration is damaged */
export function openSession(workingDirectory: string, dryRun: boolean, warn: Warn): Session {
  const project = findProject(workingDirectory);
  return { project, store: openStore(project), dryRun, warn };
}

/** @throws StoreFailure when there is no such entity */
export function requireEntity(name: string): Entity {
  if (!isEntity(name)) throw new StoreFailure(`Unknown entity type: ${name}`);
  return name;
}
