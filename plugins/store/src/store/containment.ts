import { lstatSync, mkdirSync, readlinkSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { errorCode, StoreFailure } from "../model/failure.ts";
import { type Project, storeRoot } from "./project.ts";

/** A store on disk. `realRoot` is what every link is measured against. */
export interface Store {
  project: Project;
  root: string;
  realRoot: string;
}

/** The store's own folder may be a link (a shared store); what lies in it may not lead out. */
export function openStore(project: Project): Store {
  const root = storeRoot(project);
  return { project, root, realRoot: realPathOr(root, root) };
}

/**
 * The real path of a folder of the store, or undefined when there is none.
 * @throws StoreFailure when a link leads out of the store or something there is no folder; `label` names the record.
 */
export function storeFolder(store: Store, segments: readonly string[], label: string): string | undefined {
  let folder = store.realRoot;
  for (const segment of ["", ...segments]) {
    folder = segment === "" ? folder : join(folder, segment);
    const stats = statOrUndefined(folder, label);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) folder = followInside(store, folder, label);
    if (!(stats.isDirectory() || lstatSync(folder).isDirectory())) {
      throw new StoreFailure(`${label}: ${shownPath(store, folder)} is not a folder`);
    }
  }
  return folder;
}

/** Like `storeFolder`, creating what is missing. */
export function makeStoreFolder(store: Store, segments: readonly string[], label: string): string {
  if (storeFolder(store, [], label) === undefined) {
    mkdirSync(store.root, { recursive: true });
    store.realRoot = realpathSync(store.root);
  }
  for (let depth = 1; depth <= segments.length; depth += 1) {
    const part = segments.slice(0, depth);
    if (storeFolder(store, part, label) !== undefined) continue;
    try {
      mkdirSync(join(store.realRoot, ...part));
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
  const folder = storeFolder(store, segments, label);
  if (folder === undefined) throw new StoreFailure(`${label}: the folder vanished while it was being made`);
  return folder;
}

/**
 * Where a link of the store leads, when that is inside the store.
 * @throws StoreFailure naming the record when it leads out. A dangling link inside is returned as it is.
 */
export function followInside(store: Store, link: string, label: string): string {
  const target = realPathOr(link, resolve(dirname(link), readlinkSync(link)));
  if (!isInside(store.realRoot, target)) {
    throw new StoreFailure(`${label}: ${shownPath(store, link)} is a link that leads out of the store`);
  }
  return target;
}

export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** A path as messages show it: below the project where it lies there, with forward slashes. */
export function shownPath(store: Store, path: string): string {
  const below = relative(store.realRoot, path).split(sep).join("/");
  const root = store.project.storePath.split("\\").join("/").replace(/\/+$/, "");
  return below === "" ? root : `${root}/${below}`;
}

function statOrUndefined(path: string, label: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new StoreFailure(`${label}: ${errorCode(error) ?? "unreadable"}`);
  }
}

function realPathOr(path: string, otherwise: string): string {
  try {
    return realpathSync(path);
  } catch {
    return otherwise;
  }
}
