import { fold } from "../query/words.ts";

/** Between two ids, and round all of them: no file name holds it. */
const END = "\u0000";

/**
 * The ids of one kind as a single text to search in. A table of thousands of ids costs more to build than the few
 * look-ups of an intent take.
 */
export class IdHaystack {
  readonly #ids: readonly string[];
  readonly #text: string;
  /** Most words, by white space, that one of the ids consists of. */
  readonly longest: number;

  constructor(ids: readonly string[]) {
    this.#ids = ids;
    const joined = ids.join(END);
    const isSpaced = joined.includes(" ");
    this.#text = `${END}${isSpaced ? ids.map(idKey).join(END) : fold(joined)}${END}`;
    this.longest = isSpaced ? ids.reduce((most, id) => Math.max(most, id.trim().split(/\s+/).length), 1) : 1;
  }

  /** The ids whose key is this one. */
  find(key: string): string[] {
    if (key === "") return [];
    const found: string[] = [];
    const wanted = `${END}${key}${END}`;
    for (let at = this.#text.indexOf(wanted); at !== -1; at = this.#text.indexOf(wanted, at + 1)) {
      found.push(this.#ids[this.#countBefore(at)] as string);
    }
    return found;
  }

  #countBefore(end: number): number {
    let count = 0;
    for (let at = this.#text.indexOf(END); at < end; at = this.#text.indexOf(END, at + 1)) count += 1;
    return count;
  }
}

/** An id as it is compared: folded, and with single spaces where it has any. */
export function idKey(id: string): string {
  return id.includes(" ") ? fold(id).trim().replace(/\s+/g, " ") : fold(id);
}
