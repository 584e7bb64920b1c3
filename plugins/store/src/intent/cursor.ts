import type { Token } from "./tokens.ts";

/** A place in the tokens of an intent, and whether a negation waits for what it negates. */
export class Cursor {
  readonly #tokens: readonly Token[];
  #negated = false;
  at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(ahead = 0): Token | undefined {
    return this.#tokens[this.at + ahead];
  }

  token(index: number): Token | undefined {
    return this.#tokens[index];
  }

  between(start: number, end: number): readonly Token[] {
    return this.#tokens.slice(start, end);
  }

  has(...kinds: Token["kind"][]): boolean {
    return this.#tokens.some((token) => kinds.includes(token.kind));
  }

  get negated(): boolean {
    return this.#negated;
  }

  set negated(negated: boolean) {
    this.#negated = negated;
  }

  /** Whether what is read now is negated; the next thing is not. */
  takeNegation(): boolean {
    const negated = this.#negated;
    this.#negated = false;
    return negated;
  }

  /** "… and S13", "… and sprint 13": whether one more name follows. */
  continuesNames(): boolean {
    if (this.peek()?.kind !== "conjunction") return false;
    const next = this.peek(1)?.kind;
    const after = this.peek(2)?.kind;
    return next === "references" || (next === "entity" && (after === "references" || after === "number"));
  }

  /** How far ahead the next token that is no noise lies. */
  skipNoise(ahead: number): number {
    let index = ahead;
    while (this.peek(index)?.kind === "noise") index += 1;
    return index;
  }

  /** The index of the noun that follows, when nothing but its modifiers lies before it. */
  findHead(ahead: number): number | undefined {
    for (let index = this.at + ahead; index < this.#tokens.length; index += 1) {
      const kind = this.#tokens[index]?.kind;
      if (kind === "entity" || kind === "references") return index;
      const after = this.#tokens[index + 1]?.kind;
      const joinsConditions = after === "status" || after === "severity";
      if (kind === "conjunction" && index > this.at + ahead && joinsConditions) continue;
      if (kind === undefined || !MODIFIERS.has(kind)) return undefined;
    }
    return undefined;
  }
}

const MODIFIERS: ReadonlySet<Token["kind"]> = new Set([
  "status",
  "severity",
  "order",
  "number",
  "word",
  "noise",
  "not",
  "filterName",
]);
