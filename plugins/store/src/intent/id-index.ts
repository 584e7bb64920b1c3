import type { QueryEntity } from "../model/entities.ts";
import { fold } from "../query/words.ts";

/** A record named in an intent. There need not be one of this id. */
export interface Reference {
  entity: QueryEntity;
  id: string;
}

/** How the ids of a project usually end, and what they name. */
const USUAL_SHAPES: readonly [RegExp, QueryEntity][] = [
  [/^s\d+-t\d+$/, "task"],
  [/^bug-\d+$/, "bug"],
  [/^feat-\d+$/, "feature"],
  [/^s\d+$/, "sprint"],
];

/** Finds the records that a word of an intent names: in any case, with or without the project's prefix. */
export class IdIndex {
  readonly #exact = new Map<string, Reference[]>();
  readonly #loose = new Map<string, Reference[]>();
  readonly #byNumber = new Map<string, Reference[]>();
  readonly #prefix: string;
  /** Most words, by white space, that an id of the store consists of. */
  readonly longest: number;

  constructor(fileIds: ReadonlyMap<QueryEntity, readonly string[]>, prefix: string | null) {
    this.#prefix = prefix === null ? "" : `${fold(prefix)}-`;
    let longest = 1;
    for (const [entity, ids] of fileIds) {
      for (const id of ids) {
        this.#add({ entity, id });
        if (/\s/.test(id)) longest = Math.max(longest, id.trim().split(/\s+/).length);
      }
    }
    this.longest = longest;
  }

  /** The records of exactly this id in any case; else those whose id differs by prefix or leading zeros. */
  find(word: string): Reference[] {
    const folded = fold(word).replace(/\s+/g, " ");
    const exact = this.#exact.get(folded);
    if (exact !== undefined) return exact;
    return this.#loose.get(withoutZeros(folded)) ?? this.#loose.get(withoutZeros(this.#withoutPrefix(folded))) ?? [];
  }

  /** What a word names by its shape alone, for ids that the store does not hold. */
  guess(word: string): Reference | undefined {
    const bare = this.#withoutPrefix(fold(word));
    const shape = USUAL_SHAPES.find(([pattern]) => pattern.test(bare));
    return shape === undefined ? undefined : { entity: shape[1], id: word.toUpperCase() };
  }

  /** "sprint 12": the records whose id ends in the number; without any, the id the number would usually have. */
  numbered(entity: QueryEntity, number: string): Reference[] {
    const found = this.#byNumber.get(numberKey(entity, number));
    const plain = number.replace(/^0+(?=\d)/, "");
    return found ?? [{ entity, id: entity === "sprint" ? `S${plain}` : `${entity} ${plain}` }];
  }

  #add(reference: Reference): void {
    const folded = fold(reference.id).replace(/\s+/g, " ");
    push(this.#exact, folded, reference);
    push(this.#loose, withoutZeros(folded), reference);
    const bare = this.#withoutPrefix(folded);
    const usual = /^[^-]+-(s\d+-t\d+|bug-\d+|feat-\d+|s\d+)$/.exec(folded)?.[1] ?? bare;
    for (const short of new Set([bare, usual])) {
      if (short !== folded) push(this.#loose, withoutZeros(short), reference);
    }
    const last = /\d+(?=\D*$)/.exec(folded)?.[0];
    if (last !== undefined) push(this.#byNumber, numberKey(reference.entity, last), reference);
  }

  #withoutPrefix(folded: string): string {
    return this.#prefix !== "" && folded.startsWith(this.#prefix) ? folded.slice(this.#prefix.length) : folded;
  }
}

function numberKey(entity: QueryEntity, number: string): string {
  return `${entity} ${number.replace(/^0+(?=\d)/, "")}`;
}

function withoutZeros(text: string): string {
  return text.replace(/(?<!\d)0+(?=\d)/g, "");
}

function push(map: Map<string, Reference[]>, key: string, reference: Reference): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [reference]);
  else list.push(reference);
}
