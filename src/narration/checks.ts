import type { NarrationCheck, Suggestion, ValidationIssueReport, ValidationReport } from "../domain/report.ts";
import { comparisonKey, keyWords } from "../domain/text.ts";
import type { GateContext } from "../plugin.ts";
import type { Reading } from "./extract.ts";
import { lineIndex } from "./lines.ts";
import { type Mention, type Sentence, sentencesOf } from "./statements.ts";
import type { Token } from "./tokens.ts";

type Values = Awaited<ReturnType<GateContext["canonValues"]>>[number];

/** What one optional check found, and how much it looked at. */
export interface Checked {
  issues: ValidationIssueReport[];
  checked: NonNullable<ValidationReport["checked"]>[number];
}

/** A number this many words away from the attribute's own word is not said of it. */
const NEAR = 4;
/** What an age is said with, since few sentences say "age". */
const AGE = ["age", "alter", "edad", "eta", "idade"];
const YEARS = new Set(["an", "ans", "year", "years", "jahre", "jahren", "anos", "anni"]);
const DEAD = new Set(
  [
    "mort",
    "morte",
    "decede",
    "decedee",
    "tue",
    "tuee",
    "detruit",
    "detruite",
    "dead",
    "deceased",
    "killed",
    "slain",
  ].concat(["destroyed", "tot", "gestorben", "muerto", "muerta", "morto", "morta"]),
);

/** Runs the checks of values that the caller asked for. Mentions are in order of place. */
export function checkValues(
  reading: Reading,
  mentions: Mention[],
  values: Values[],
  wanted: readonly NarrationCheck[],
): Checked[] {
  const known = new Map(values.map((one) => [one.entityId, one]));
  const sentences = sentencesOf(reading, mentions);
  const place = lineIndex(reading.text);
  const issueOf = (kind: "numbers" | "presence", mention: Mention, message: string): ValidationIssueReport => {
    const suggestion: Suggestion = { entityId: mention.entityId, canonicalName: mention.canonicalName, confidence: 1 };
    return {
      noun: mention.noun,
      kind,
      suggestions: [suggestion],
      message,
      occurrences: [place(mention.start, mention.end)],
    };
  };
  const out: Checked[] = [];
  if (wanted.includes("numbers")) out.push(numbers(reading, sentences, known, issueOf));
  if (wanted.includes("presence")) out.push(presence(reading, sentences, known, issueOf));
  return out;
}

type IssueOf = (kind: "numbers" | "presence", mention: Mention, message: string) => ValidationIssueReport;

/** A sentence that names one entity and gives another number than canon right beside the attribute's own word. */
function numbers(reading: Reading, sentences: Sentence[], known: Map<string, Values>, issueOf: IssueOf): Checked {
  const issues: ValidationIssueReport[] = [];
  const entities = new Set<string>();
  let statements = 0;
  for (const sentence of sentences) {
    const mention = sentence.mentions[0];
    if (mention === undefined || sentence.mentions.some(({ entityId }) => entityId !== mention.entityId)) continue;
    for (const { attributeKey, value } of known.get(mention.entityId)?.numbers ?? []) {
      entities.add(mention.entityId);
      const said = numberSaid(reading.tokens, sentence, attributeKey);
      if (said === undefined) continue;
      statements++;
      if (said !== value)
        issues.push(issueOf("numbers", mention, `canon says ${attributeKey} ${value}, this sentence ${said}`));
    }
  }
  return { issues, checked: { check: "numbers", entities: entities.size, statements } };
}

/** The number nearest to a word of the attribute's name, or undefined when none is near. */
function numberSaid(tokens: Token[], { from, to }: Sentence, attributeKey: string): number | undefined {
  const words = new Set(keyWords(comparisonKey(attributeKey)).filter((word) => word.length > 2));
  const isAge = [...words].some((word) => AGE.includes(word));
  let nearest: number | undefined;
  let distance = NEAR + 1;
  for (let i = from; i <= to; i++) {
    const key = comparisonKey(tokens[i]?.text ?? "");
    if (!words.has(key) && !(isAge && YEARS.has(key))) continue;
    for (let k = Math.max(from, i - NEAR); k <= Math.min(to, i + NEAR); k++) {
      const number = tokens[k]?.kind === "number" ? numberIn(tokens[k]?.text ?? "") : undefined;
      if (number === undefined || Math.abs(k - i) >= distance) continue;
      nearest = number;
      distance = Math.abs(k - i);
    }
  }
  return nearest;
}

/** "12", "1.5", "1,5"; undefined for a date, a ratio or a number with letters. */
function numberIn(text: string): number | undefined {
  return /^\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : undefined;
}

/** A dead entity that acts, or one that acts though the scene does not hold it. */
function presence(
  { tokens, lexicon }: Reading,
  sentences: Sentence[],
  known: Map<string, Values>,
  issueOf: IssueOf,
): Checked {
  const issues: ValidationIssueReport[] = [];
  const entities = new Set<string>();
  let statements = 0;
  const isVerb = (token: Token | undefined): boolean => {
    if (token?.kind !== "word" || token.shape !== "lower") return false;
    const folded = lexicon.fold(token.text);
    // "est", "was" and "a" are stop words: to be something is no act.
    return !lexicon.isStop(folded) && !lexicon.isParticle(folded) && !DEAD.has(comparisonKey(folded));
  };
  for (const { from, to, mentions } of sentences) {
    let first = from;
    for (const mention of mentions) {
      entities.add(mention.entityId);
      while (first < to && (tokens[first] as Token).start < mention.start) first++;
      let last = first;
      while (last < to && (tokens[last + 1] as Token).end <= mention.end) last++;
      const leads = tokens[first]?.opens === true && isVerb(tokens[last + 1]);
      const speaks =
        isVerb(tokens[first - 1]) &&
        tokens[first - 2]?.kind === "mark" &&
        /^[»”",]$/.test(tokens[first - 2]?.text ?? "");
      if (!leads && !speaks) continue;
      statements++;
      const { state, present } = known.get(mention.entityId) ?? { state: null, present: true };
      if (state !== null && DEAD.has(comparisonKey(state)))
        issues.push(issueOf("presence", mention, `canon says etat ${state}, this sentence makes them act`));
      else if (!present)
        issues.push(issueOf("presence", mention, "the current scene does not hold them, this sentence makes them act"));
    }
  }
  return { issues, checked: { check: "presence", entities: entities.size, statements } };
}
