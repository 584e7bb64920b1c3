import { QUERY_ENTITIES, type QueryEntity } from "../model/entities.ts";
import { fold } from "../query/words.ts";

/** A record named in an intent. There need not be one of this id. */
export interface Reference {
  entity: QueryEntity;
  id: string;
}

type Index = Map<string, Reference[]>;

/** How the ids of a project usually end, and what they name. */
const USUAL_SHAPES: readonly [RegExp, QueryEntity][] = [
  [/^s\d+-t\d+$/, "task"],
  [/^bug-\d+$/, "bug"],
  [/^feat-\d+$/, "feature"],
  [/^s\d+$/, "sprint"],
];

/** Finds the records that a word of an intent names: in any case, with or without the project's prefix. */
export class IdIndex {
  readonly #references: Reference[];
  readonly #exact: Index = new Map();
  readonly #prefix: string;
  #loose: Index | undefined;
  #byNumber: Index | undefined;
  /** Most words, by white space, that an id of the store consists of. */
  readonly longest: number;

  constructor(fileIds: ReadonlyMap<QueryEntity, readonly string[]>, prefix: string | null) {
    this.#prefix = prefix === null ? "" : `${fold(prefix)}-`;
    this.#references = QUERY_ENTITIES.flatMap((entity) => (fileIds.get(entity) ?? []).map((id) => ({ entity, id })));
    let longest = 1;
    for (const reference of this.#references) {
      push(this.#exact, keyOf(reference.id), reference);
      if (reference.id.includes(" ")) longest = Math.max(longest, reference.id.trim().split(/\s+/).length);
    }
    this.longest = longest;
  }

  /** The records of exactly this id in any case; else those whose id differs by prefix or leading zeros. */
  find(word: string): Reference[] {
    const key = keyOf(word);
    const close =
      this.#exact.get(key) ?? this.#exact.get(this.#prefix + key) ?? this.#exact.get(this.#withoutPrefix(key));
    if (close !== undefined) return close;
    if (!/\d/.test(key)) return [];
    this.#loose ??= this.#indexLoosely();
    return this.#loose.get(withoutZeros(key)) ?? this.#loose.get(withoutZeros(this.#withoutPrefix(key))) ?? [];
  }

  /** What a word names by its shape alone, for ids that the store does not hold. */
  guess(word: string): Reference | undefined {
    const bare = this.#withoutPrefix(fold(word));
    const shape = USUAL_SHAPES.find(([pattern]) => pattern.test(bare));
    return shape === undefined ? undefined : { entity: shape[1], id: word.toUpperCase() };
  }

  /** "sprint 12": the records whose id ends in the number; without any, the id the number would usually have. */
  numbered(entity: QueryEntity, number: string): Reference[] {
    this.#byNumber ??= this.#indexByNumber();
    const found = this.#byNumber.get(numberKey(entity, number));
    return found ?? [{ entity, id: entity === "sprint" ? `S${withoutZeros(number)}` : `${entity} ${number}` }];
  }

  /** By ids without leading zeros, and by what follows the prefix of some project. */
  #indexLoosely(): Index {
    const index: Index = new Map();
    for (const reference of this.#references) {
      const key = keyOf(reference.id);
      const usual = /^[^-]+-(s\d+-t\d+|bug-\d+|feat-\d+|s\d+)$/.exec(key)?.[1];
      for (const form of new Set([key, usual ?? key, this.#withoutPrefix(key)])) {
        push(index, withoutZeros(form), reference);
      }
    }
    return index;
  }

  #indexByNumber(): Index {
    const index: Index = new Map();
    for (const reference of this.#references) {
      const last = /\d+(?=\D*$)/.exec(reference.id)?.[0];
      if (last !== undefined) push(index, numberKey(reference.entity, last), reference);
    }
    return index;
  }

  #withoutPrefix(key: string): string {
    return this.#prefix !== "" && key.startsWith(this.#prefix) ? key.slice(this.#prefix.length) : key;
  }
}

function keyOf(id: string): string {
  return id.includes(" ") ? fold(id).trim().replace(/\s+/g, " ") : fold(id);
}

function numberKey(entity: QueryEntity, number: string): string {
  return `${entity} ${withoutZeros(number)}`;
}

function withoutZeros(text: string): string {
  return text.replace(/(?<!\d)0+(?=\d)/g, "");
}

function push(map: Index, key: string, reference: Reference): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [reference]);
  else list.push(reference);
}
