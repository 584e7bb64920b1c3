import type { QueryEntity } from "../model/entities.ts";
import {
  type Clause,
  emptyClause,
  hasConditions,
  type Intent,
  isBlank,
  isPlain,
  mergeInto,
  namesOnly,
  shareLinks,
  turnAround,
} from "./clause.ts";
import { Cursor } from "./cursor.ts";
import type { IdIndex, Reference } from "./id-index.ts";
import type { Token } from "./tokens.ts";

/** Parents come first: what may lie `in` what. */
const RANK: Readonly<Record<QueryEntity, number>> = { feature: 0, sprint: 1, task: 2, bug: 2 };

/** Reads an intent's tokens as one or more noun phrases with conditions. */
export function parseIntent(tokens: readonly Token[], ids: IdIndex): Intent {
  const countOnly = tokens.some((token) => token.kind === "count");
  const parser = new IntentParser(
    tokens.filter((token) => token.kind !== "count"),
    ids,
  );
  return { clauses: parser.clauses(), countOnly };
}

class IntentParser {
  readonly #cursor: Cursor;
  readonly #ids: IdIndex;

  constructor(tokens: readonly Token[], ids: IdIndex) {
    this.#cursor = new Cursor(tokens);
    this.#ids = ids;
  }

  clauses(): Clause[] {
    const clauses: Clause[] = [];
    let clause = emptyClause();
    const first = this.#cursor.peek();
    clause.isQuestion = first?.kind === "noise" && ["is", "are", "was", "were"].includes(first.word);
    while (this.#cursor.peek() !== undefined) {
      const adjoined = this.#nounAdjunct(clause);
      if (adjoined !== undefined) clause = adjoined;
      else if (this.#startsAnother(clause)) {
        clauses.push(clause);
        clause = emptyClause();
        this.#cursor.at += 1;
      } else this.#step(clause);
    }
    clauses.push(clause);
    shareLinks(clauses);
    return clauses;
  }

  /** Reads one token, with those that complete it, into the clause. */
  #step(clause: Clause): void {
    const token = this.#cursor.peek() as Token;
    const { kind } = token;
    if (kind === "entity" || kind === "references") this.#head(clause);
    else if (kind === "preposition") this.#preposition(clause);
    else if (kind === "having" || kind === "lacking") this.#having(clause, kind === "lacking");
    else if (kind === "blockedBy") this.#blockedBy(clause);
    else if (kind === "blocking") this.#blocking(clause);
    else if (kind === "blockers") this.#blockers(clause);
    else this.#modifier(clause);
  }

  /** A word that qualifies: status, severity, order, keyword, negation. */
  #modifier(clause: Clause): void {
    const token = this.#cursor.peek() as Token;
    this.#cursor.at += 1;
    if (token.kind === "not") this.#cursor.negated = true;
    else if (token.kind === "order") this.#order(clause, token.sort, token.needsNumber);
    else if (token.kind === "number") this.#number(clause, token.value, token.references);
    else if (token.kind === "filterName") this.#filterName(clause);
    else if (token.kind === "word") clause.keywords.push({ text: token.text, negated: this.#cursor.takeNegation() });
    else if (token.kind === "status" || token.kind === "severity") {
      const list = token.kind === "status" ? clause.statuses : clause.severities;
      list.push({ word: token.word, negated: this.#cursor.negated, values: token.values, known: token.known });
      this.#cursor.negated = this.#cursor.negated && this.#continuesNegation();
    }
  }

  /** "not fixed or triaged" is neither. */
  #continuesNegation(): boolean {
    const [next, after] = [this.#cursor.peek(), this.#cursor.peek(1)];
    return next?.kind === "conjunction" && next.word !== "and" && next.word !== "but" && after?.kind === "status";
  }

  #order(clause: Clause, sort: "asc" | "desc", needsNumber: boolean): void {
    const next = this.#cursor.peek();
    if (next?.kind === "number") {
      this.#cursor.at += 1;
      clause.sort = sort;
      clause.limit = next.value;
    } else if (next?.kind === "order" && next.word === "first") {
      // "newest first": how to sort all of them.
      this.#cursor.at += 1;
      clause.sort = sort;
    } else if (needsNumber) {
      clause.keywords.push({ text: "top", negated: this.#cursor.takeNegation() });
    } else {
      clause.sort = sort;
      clause.limit ??= 1;
    }
  }

  #number(clause: Clause, value: number, references: Reference[]): void {
    // "2 latest bugs", "the two most recent bugs".
    if (this.#cursor.peek(this.#cursor.skipNoise(0))?.kind === "order") clause.limit = value;
    else if (references.length > 0) clause.references.push(...references);
    else clause.keywords.push({ text: String(value), negated: this.#cursor.takeNegation() });
  }

  /** "status" beside a status, an id or nothing else is a way of speaking; else it is a word of a title. */
  #filterName(clause: Clause): void {
    const spoken = this.#cursor.has("status", "severity", "references");
    if (!spoken) clause.keywords.push({ text: "status", negated: this.#cursor.takeNegation() });
  }

  /** An entity word with the number or ids that follow it, or ids alone. */
  #head(clause: Clause): void {
    const token = this.#cursor.peek();
    if (token?.kind === "references") {
      this.#cursor.at += 1;
      clause.references.push(...token.references);
      this.#cursor.negated = false;
    } else if (token?.kind === "entity") {
      this.#cursor.at += 1;
      const named = this.#namesAfter(token.entity);
      clause.references.push(...named);
      if (named.length === 0 && !clause.entities.includes(token.entity)) clause.entities.push(token.entity);
    }
  }

  /** "sprint 12", "sprints 11 and 12", "task WI-S1-T01": the records an entity word introduces. */
  #namesAfter(entity: QueryEntity): Reference[] {
    const names: Reference[] = [];
    for (;;) {
      const joined = names.length > 0 && this.#cursor.peek()?.kind === "conjunction" ? 1 : 0;
      const token = this.#cursor.peek(joined);
      const after = this.#cursor.peek(joined + 1)?.kind;
      if (token?.kind === "number" && (joined === 0 || (after !== "entity" && after !== "order"))) {
        names.push(...this.#ids.numbered(entity, String(token.value)));
      } else if (token?.kind === "references" && token.references.some((each) => each.entity === entity)) {
        names.push(...token.references.filter((each) => each.entity === entity));
      } else return names;
      this.#cursor.at += joined + 1;
      if (joined === 0 && names.length > 0 && this.#cursor.peek()?.kind !== "conjunction") return names;
    }
  }

  /** "active sprint tasks": what is said so far describes the sprint, whose tasks are meant. */
  #nounAdjunct(clause: Clause): Clause | undefined {
    const [token, next] = [this.#cursor.peek(), this.#cursor.peek(1)];
    if (token?.kind !== "entity" || next?.kind !== "entity" || token.plural) return undefined;
    if (clause.entities.length > 0 || RANK[token.entity] >= RANK[next.entity]) return undefined;
    this.#cursor.at += 1;
    clause.entities.push(token.entity);
    return { ...emptyClause(), links: [{ kind: "in", negated: false, object: clause }] };
  }

  /** "open tasks and critical bugs": a conjunction before a noun phrase with conditions of its own. */
  #startsAnother(clause: Clause): boolean {
    if (this.#cursor.peek()?.kind !== "conjunction" || clause.entities.length === 0) return false;
    const head = this.#cursor.findHead(1);
    if (head === undefined || this.#cursor.token(head)?.kind !== "entity") return false;
    const between = this.#cursor.between(this.#cursor.at + 1, head);
    return between.some((token) => ["status", "severity", "order", "word", "not"].includes(token.kind));
  }

  /** Reads the noun phrase after the current token, or leaves everything in place and returns undefined. */
  #object(): Clause | undefined {
    const head = this.#cursor.findHead(1);
    if (head === undefined) return undefined;
    const outer = this.#cursor.negated;
    this.#cursor.negated = false;
    this.#cursor.at += 1;
    let object = emptyClause();
    while (this.#cursor.at < head) this.#modifier(object);
    const adjoined = this.#nounAdjunct(object);
    if (adjoined !== undefined) object = adjoined;
    this.#head(object);
    while (object.references.length > 0 && this.#cursor.continuesNames()) {
      this.#cursor.at += 1;
      this.#head(object);
    }
    if (object.references.length === 0) this.#complete(object);
    this.#cursor.negated = outer;
    return object;
  }

  /** "sprints that are active", "bugs in S12": what follows a plain noun says more of it. */
  #complete(object: Clause): void {
    const [relative, verb, status] = [this.#cursor.peek(), this.#cursor.peek(1), this.#cursor.peek(2)];
    const isRelative = relative?.kind === "noise" && ["that", "which", "who"].includes(relative.word);
    if (!hasConditions(object) && isRelative && verb?.kind === "noise" && status?.kind === "status") {
      this.#cursor.at += 2;
      this.#modifier(object);
    }
    if (this.#cursor.peek()?.kind === "preposition") this.#preposition(object, RANK[object.entities[0] ?? "feature"]);
  }

  /** @param below only nouns of a lower rank than this may follow, else the token is left to the outer phrase */
  #preposition(clause: Clause, below?: number): void {
    const start = this.#cursor.at;
    const isTransparent =
      isBlank(clause) || (!hasConditions(clause) && clause.entities.length === 0 && clause.limit !== null);
    const head = this.#cursor.token(this.#cursor.findHead(1) ?? -1);
    const object = isTransparent && head?.kind === "entity" ? undefined : this.#object();
    if (object === undefined) {
      if (below === undefined) this.#cursor.at += 1;
      return;
    }
    const rank = RANK[object.references[0]?.entity ?? object.entities[0] ?? "task"];
    if (below !== undefined && rank >= below) {
      this.#cursor.at = start;
      return;
    }
    if (isBlank(clause)) mergeInto(clause, object);
    else clause.links.push({ kind: "in", negated: this.#cursor.takeNegation(), object });
  }

  /** "with sprint" adds to what is found; "with open bugs" is a condition. */
  #having(clause: Clause, lacking: boolean): void {
    const next = this.#cursor.skipNoise(1);
    const token = this.#cursor.peek(next);
    const after = this.#cursor.peek(next + 1);
    const isContainer = clause.entities.some((entity) => RANK[entity] < 2);
    const isBare = isPlain(clause) && clause.entities.length > 0;
    if (!lacking && !isContainer && token?.kind === "status" && token.word === "blocked" && isEntity(after, "task")) {
      clause.follow = { ...clause.follow, blockedTasks: true };
      this.#cursor.at += next + 2;
    } else if (token?.kind === "blockers") {
      // "tasks with blockers" tells tasks apart; "T1 with blockers" adds to what is already told apart.
      if (lacking || isBare) clause.links.push({ kind: "blockedBy", negated: lacking, object: undefined });
      else clause.follow = { ...clause.follow, blockers: true };
      this.#cursor.at += next + 1;
    } else if (!lacking && token?.kind === "entity" && RANK[token.entity] < 2 && !isName(after)) {
      const key = token.entity === "sprint" ? "sprint" : "feature";
      clause.follow = { ...clause.follow, [key]: true };
      this.#cursor.at += next + 1;
    } else if (!lacking && token?.kind === "entity" && !isName(after) && namesOnly(clause)) {
      clause.entities.push(token.entity);
      clause.showsNamed = true;
      this.#cursor.at += next + 1;
    } else {
      const object = this.#object();
      if (object === undefined) this.#cursor.at += 1;
      else clause.links.push({ kind: "has", negated: this.#cursor.takeNegation() !== lacking, object });
    }
  }

  #blockedBy(clause: Clause): void {
    const object = this.#object();
    if (object === undefined) this.#cursor.at += 1;
    // "what is T1 blocked by", "T1 is blocked by which bugs": the blockers of the record named are meant.
    if (clause.references.length > 0 && (object === undefined || isPlain(object))) {
      turnAround(clause, "blocking", clause.entities[0] ?? object?.entities[0] ?? "bug");
    } else clause.links.push({ kind: "blockedBy", negated: this.#cursor.takeNegation(), object });
  }

  #blocking(clause: Clause): void {
    // "blocking bugs": an adjective.
    if (isBlank(clause) && isEntity(this.#cursor.peek(1), "bug")) {
      this.#cursor.at += 1;
      clause.links.push({ kind: "blocking", negated: this.#cursor.takeNegation(), object: undefined });
      return;
    }
    const object = this.#object();
    if (object === undefined) this.#cursor.at += 1;
    // "what does B1 block", "B1 blocks which tasks": what the record named blocks is meant.
    if (clause.references.length > 0 && (object === undefined || isPlain(object))) {
      turnAround(clause, "blockedBy", clause.entities[0] ?? object?.entities[0] ?? "task");
    } else clause.links.push({ kind: "blocking", negated: this.#cursor.takeNegation(), object });
  }

  /** "blockers of T1", "T1 blockers", "blockers in S12". */
  #blockers(clause: Clause): void {
    this.#cursor.at += 1;
    if (clause.references.length > 0) {
      turnAround(clause, "blocking", "bug");
      return;
    }
    const object = this.#cursor.peek()?.kind === "preposition" ? this.#object() : undefined;
    clause.links.push({ kind: "blocking", negated: this.#cursor.takeNegation(), object });
  }
}

function isEntity(token: Token | undefined, entity: QueryEntity): boolean {
  return token?.kind === "entity" && token.entity === entity;
}

function isName(token: Token | undefined): boolean {
  return token?.kind === "references" || token?.kind === "number";
}
