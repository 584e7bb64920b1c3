import { QUERY_ENTITIES, type QueryEntity } from "../model/entities.ts";
import { fold } from "../query/words.ts";
import { IdHaystack, idKey } from "./id-haystack.ts";

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
  readonly #fileIds: ReadonlyMap<QueryEntity, readonly string[]>;
  readonly #haystacks: readonly [QueryEntity, IdHaystack][];
  readonly #prefix: string;
  #loose: Index | undefined;
  #byNumber: Index | undefined;
  /** Most words, by white space, that an id of the store consists of. */
  readonly longest: number;

  constructor(fileIds: ReadonlyMap<QueryEntity, readonly string[]>, prefix: string | null) {
    this.#prefix = prefix === null ? "" : `${fold(prefix)}-`;
    this.#fileIds = fileIds;
    this.#haystacks = QUERY_ENTITIES.map((entity) => [entity, new IdHaystack(fileIds.get(entity) ?? [])]);
    this.longest = Math.max(...this.#haystacks.map(([, haystack]) => haystack.longest));
  }

  /** The records of exactly this id in any case; else those whose id differs by prefix or leading zeros. */
  find(word: string): Reference[] {
    const key = idKey(word);
    for (const form of new Set([key, this.#prefix + key, this.#withoutPrefix(key)])) {
      const close = this.#haystacks.flatMap(([entity, haystack]) => haystack.find(form).map((id) => ({ entity, id })));
      if (close.length > 0) return close;
    }
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
    for (const reference of this.#references()) {
      const key = idKey(reference.id);
      const usual = /^[^-]+-(s\d+-t\d+|bug-\d+|feat-\d+|s\d+)$/.exec(key)?.[1];
      for (const form of new Set([key, usual ?? key, this.#withoutPrefix(key)])) {
        push(index, withoutZeros(form), reference);
      }
    }
    return index;
  }

  #indexByNumber(): Index {
    const index: Index = new Map();
    for (const reference of this.#references()) {
      const last = /\d+(?=\D*$)/.exec(reference.id)?.[0];
      if (last !== undefined) push(index, numberKey(reference.entity, last), reference);
    }
    return index;
  }

  #references(): Reference[] {
    return QUERY_ENTITIES.flatMap((entity) => (this.#fileIds.get(entity) ?? []).map((id) => ({ entity, id })));
  }

  #withoutPrefix(key: string): string {
    return this.#prefix !== "" && key.startsWith(this.#prefix) ? key.slice(this.#prefix.length) : key;
  }
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
