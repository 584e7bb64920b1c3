import type { QueryEntity } from "../model/entities.ts";

/** The words an intent may use. Each list is also shown by the `schema` command. */

export const ENTITY_WORDS: Readonly<Record<QueryEntity, { singular: readonly string[]; plural: readonly string[] }>> = {
  sprint: { singular: ["sprint", "release", "iteration"], plural: ["sprints", "releases", "iterations"] },
  task: {
    singular: ["task", "item", "work item", "workitem", "todo", "to do"],
    plural: ["tasks", "items", "work items", "workitems", "todos", "to dos"],
  },
  bug: { singular: ["bug", "defect", "issue", "problem"], plural: ["bugs", "defects", "issues", "problems"] },
  feature: { singular: ["feature", "epic", "capability"], plural: ["features", "epics", "capabilities"] },
};

/** What a word of everyday speech means for each entity. A status of that very name comes first. */
export const STATUS_SYNONYMS: Readonly<Record<string, Readonly<Partial<Record<QueryEntity, readonly string[]>>>>> = {
  open: { task: ["planned"], bug: ["in-progress"], sprint: ["active"], feature: ["active"] },
  active: { task: ["implementing"], bug: ["in-progress"], sprint: ["active"], feature: ["active"] },
  "in progress": { task: ["implementing"], bug: ["in-progress"], sprint: ["active"], feature: ["active"] },
  completed: { task: ["committed"], bug: ["fixed"], sprint: ["completed"], feature: ["shipped"] },
  done: { task: ["committed"], bug: ["fixed"], sprint: ["completed"], feature: ["shipped"] },
  planned: { task: ["planned"], sprint: ["planning"] },
};

export const COUNT_PHRASES = ["how many", "total number of", "number of", "count of", "count"] as const;
export const DESCENDING = ["latest", "newest", "recent", "last"] as const;
export const ASCENDING = ["oldest", "earliest", "first"] as const;
/** Says an order only before a number; alone it is a word like others. */
export const DESCENDING_WITH_NUMBER = ["top"] as const;
export const NUMBER_WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"] as const;

export const NEGATIONS = [
  "not",
  "non",
  "never",
  "neither",
  "except",
  "excluding",
  "isn't",
  "aren't",
  "wasn't",
  "weren't",
  "don't",
  "doesn't",
  "haven't",
  "hasn't",
] as const;
export const CONJUNCTIONS = ["and", "or", "nor", "plus", "but"] as const;

/** Before a sprint, a feature or another record: what belongs to it. Otherwise noise. */
export const PREPOSITIONS = [
  "in",
  "of",
  "for",
  "from",
  "within",
  "inside",
  "under",
  "on",
  "to",
  "during",
  "part of",
  "related to",
  "linked to",
  "assigned to",
  "belong to",
  "belongs to",
  "belonging to",
] as const;
export const BLOCKED_BY = ["blocked by", "blocked on"] as const;
export const BLOCKING = ["blocking", "block", "blocks"] as const;
export const BLOCKERS = ["blocker", "blockers"] as const;
export const HAVING = ["with", "has", "have", "having", "contain", "contains", "containing"] as const;
export const LACKING = ["without", "lacking"] as const;

/** The names of filters, which say nothing beside a value of theirs. */
export const FILTER_NAMES = ["status", "state", "severity", "priority"] as const;

export const NOISE = (
  "a an the all any each every some this that these those there here it its it's their them they which what what's who whom whose " +
  "where when why how is are was were be been being am do does did can could will would shall should may might must " +
  "i i'm me my we our us you your please show list give get find tell see want need " +
  "anything something everything about regarding concerning relating by at as than then only just also currently now yet still already most if so"
).split(" ");

/** Ways to begin a request; elsewhere they are words of titles. */
export const REQUEST_VERBS = ["search", "look", "view", "display", "print", "fetch"] as const;
