import { failure } from "./failure.ts";

/** Reads the values of a JSON object one by one, and complains about the keys that nobody read. Failures are NOT_CONFIGURED. */
export class OptionReader {
  readonly #object: Record<string, unknown>;
  readonly #path: string;
  readonly #known = new Set<string>();

  constructor(value: unknown, path: string) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong(path, "must be an object");
    this.#object = value as Record<string, unknown>;
    this.#path = path;
  }

  has(key: string): boolean {
    return this.#object[key] !== undefined;
  }

  string(key: string): string | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    if (typeof value !== "string" || value === "") throw wrong(this.#at(key), "must be a text that is not empty");
    if (value.includes("\u0000")) throw wrong(this.#at(key), "must not hold a zero byte");
    return value;
  }

  oneOf<T extends string>(key: string, values: readonly T[]): T | undefined {
    const value = this.string(key);
    if (value === undefined) return undefined;
    const found = values.find((candidate) => candidate === value);
    if (found === undefined) throw wrong(this.#at(key), `must be one of ${values.join(", ")}, not "${value}"`);
    return found;
  }

  positiveInteger(key: string): number | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value) || (value as number) < 1) {
      throw wrong(this.#at(key), "must be a whole number from 1");
    }
    return value as number;
  }

  strings(key: string): string[] | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    return this.#list(key, value).map((item, index) => {
      if (!isArgument(item)) throw wrong(`${this.#at(key)}[${index}]`, "must be a text");
      return item;
    });
  }

  /** A list of texts and of lists of texts. */
  templates(key: string): (string | string[])[] | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    return this.#list(key, value).map((item, index) => {
      if (isArgument(item)) return item;
      if (Array.isArray(item) && item.length > 0 && item.every(isArgument)) return item as string[];
      throw wrong(`${this.#at(key)}[${index}]`, "must be a text or a list of texts");
    });
  }

  /** An object of texts; `null` stands for a name to leave out and becomes undefined. */
  record(key: string): Record<string, string | undefined> | undefined {
    const value = this.#take(key);
    if (value === undefined) return undefined;
    const reader = new OptionReader(value, this.#at(key));
    const names = Object.keys(value as object);
    return Object.fromEntries(
      names.map((name) => [name, reader.#object[name] === null ? undefined : reader.string(name)]),
    );
  }

  /** Call last. */
  rejectOthers(): void {
    const unknown = Object.keys(this.#object).find((key) => !this.#known.has(key));
    if (unknown !== undefined) {
      throw wrong(this.#at(unknown), `is not known here; known are ${[...this.#known].join(", ")}`);
    }
  }

  #take(key: string): unknown {
    this.#known.add(key);
    return this.#object[key];
  }

  #at(key: string): string {
    return this.#path === "" ? key : `${this.#path}.${key}`;
  }

  #list(key: string, value: unknown): unknown[] {
    if (!Array.isArray(value)) throw wrong(this.#at(key), "must be a list");
    return value;
  }
}

function isArgument(value: unknown): value is string {
  return typeof value === "string" && !value.includes("\u0000");
}

function wrong(path: string, why: string) {
  return failure("NOT_CONFIGURED", `${path || "The options"} ${why}.`);
}
