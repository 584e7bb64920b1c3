import { isCapitalised } from "./evidence.ts";
import type { Joiner } from "./join.ts";
import type { Token } from "./tokens.ts";

const LIST_MARK = /^(?:[#>|+•·▪►-]|\*)$/;

/**
 * Whether the name at `at` goes on behind the line break at `line`, in a text that is not wrapped throughout: "salua Cassius⏎
 * Vorentius". It does behind a particle, where the text has the same words on one line, and where the text ends its
 * sentences with marks and this line has none; never from a line of a list or a heading, nor into an ordinary word.
 */
export function goesOn(job: Joiner, at: number, line: number, particles: number): boolean {
  const { tokens, evidence, lexicon } = job;
  const next = tokens[line + 1];
  if (next === undefined || !isCapitalised(next) || evidence.grade(line + 1) !== "strong") return false;
  const from = startOfLine(tokens, at);
  if (LIST_MARK.test(tokens[from]?.text ?? "")) return false;
  if (particles > 0) return true;
  if (evidence.standsBeside(tokens[at] as Token, next)) return true;
  const title = lexicon.isTitle(evidence.fold(tokens[at] as Token));
  if (!job.wrapped.punctuated || !(title || evidence.grade(at) === "strong")) return false;
  return hasProse(tokens, from, at) || opensBrokenSentence(tokens, from, line);
}

function startOfLine(tokens: Token[], at: number): number {
  let from = at;
  while (from > 0 && tokens[from - 1]?.kind !== "line" && tokens[from - 1]?.kind !== "paragraph") from--;
  while (tokens[from]?.kind === "soft") from++;
  return from;
}

function hasProse(tokens: Token[], from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (tokens[i]?.kind === "word" && tokens[i]?.shape === "lower") return true;
  return false;
}

/** "Zorvane⏎Khel steps out": the line is the first of its paragraph, and the next one goes on as a sentence. */
function opensBrokenSentence(tokens: Token[], from: number, line: number): boolean {
  if (from > 0 && tokens[from - 1]?.kind === "line") return false;
  let i = line + 2;
  while (isCapitalised(tokens[i])) i++;
  return tokens[i]?.kind === "word" && tokens[i]?.shape === "lower";
}
