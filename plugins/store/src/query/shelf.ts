import type { Dirent } from "node:fs";
import { ENTITY_FACTS, type JsonRecord, ownField, QUERY_ENTITIES, type QueryEntity } from "../model/entities.ts";
import { type Store, storeFolder } from "../store/containment.ts";
import { folderOf, listRecordFiles, listRecords, readStoreFile, type Stored, type Warn } from "../store/records.ts";

interface Kind {
  list: Stored[];
  /** Made when first asked for: most queries look at all records of a kind, not at one. */
  byId: Map<string, Stored> | undefined;
}

/** The records a query looks at. Each kind is read when first asked for, and only once. */
export class Shelf {
  readonly #store: Store;
  readonly #warn: Warn;
  readonly #kinds = new Map<QueryEntity, Kind>();
  readonly #files = new Map<QueryEntity, readonly Dirent[]>();

  constructor(store: Store, warn: Warn) {
    this.#store = store;
    this.#warn = warn;
  }

  /** All records of a kind, in file-name order. */
  all(entity: QueryEntity): readonly Stored[] {
    return this.#kind(entity).list;
  }

  /** One record. With its kind not yet read, this reads a single file. */
  one(entity: QueryEntity, id: string): Stored | undefined {
    const kind = this.#kinds.get(entity);
    return kind === undefined ? this.#read(entity, id) : this.#byId(kind).get(id);
  }

  /** The ids there are files for, without reading them. */
  fileIds(): Map<QueryEntity, string[]> {
    return new Map(
      QUERY_ENTITIES.map((entity) => {
        const files = listRecordFiles(this.#store, entity);
        this.#files.set(entity, files);
        return [entity, files.map(({ name }) => name.slice(0, -".json".length))];
      }),
    );
  }

  #byId(kind: Kind): Map<string, Stored> {
    kind.byId ??= new Map(kind.list.map((stored) => [stored.id, stored]));
    return kind.byId;
  }

  #kind(entity: QueryEntity) {
    let kind = this.#kinds.get(entity);
    if (kind === undefined) {
      kind = { list: listRecords(this.#store, entity, this.#warn, this.#files.get(entity)), byId: undefined };
      this.#kinds.set(entity, kind);
    }
    return kind;
  }

  #read(entity: QueryEntity, id: string): Stored | undefined {
    const label = `${entity} ${id}`;
    const folder = storeFolder(this.#store, folderOf(entity), label);
    if (folder === undefined) return undefined;
    const result = readStoreFile(this.#store, folder, `${id}.json`, label);
    const shown = `${this.#store.project.storePath}/${ENTITY_FACTS[entity].folder}/${id}.json`;
    if (result.kind === "corrupt") this.#warn(`${label}: corrupt record ${shown}: ${result.reason}`);
    return result.kind === "record" ? { entity, id, fileId: id, shown, record: result.record } : undefined;
  }
}

/** A record's field when it is a text that is not empty. */
export function textOf(record: JsonRecord, field: string): string | undefined {
  const value = ownField(record, field);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A record's field as a list of texts; records may hold anything, so what is no text is left out. */
export function textsOf(record: JsonRecord, field: string): string[] {
  const value = ownField(record, field);
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
