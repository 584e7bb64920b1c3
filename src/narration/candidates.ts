import { type Evidence, type Grade, isCapitalised, isInitial, isRomanNumeral } from "./evidence.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Wrapping } from "./sentences.ts";
import type { Token } from "./tokens.ts";

/** A run of tokens, both ends included, that is a name. */
export interface Span {
  from: number;
  to: number;
}

const MOST_PARTICLES = 3;

interface Joiner {
  tokens: Token[];
  lexicon: Lexicon;
  evidence: Evidence;
  wrapped: Wrapping;
  /** Tokens that canon has already claimed. */
  taken: Uint8Array;
}

/** Every run of capitalised words that the evidence makes a name, in order. */
export function candidates(job: Joiner): Span[] {
  const out: Span[] = [];
  const { tokens } = job;
  for (let i = 0; i < tokens.length; i++) {
    if (!isCapitalised(tokens[i]) || job.taken[i]) continue;
    const run = runFrom(job, i);
    for (const span of namesIn(job, run)) out.push(span);
    i = run[run.length - 1] as number;
  }
  return out;
}

/** Token indexes of the capitalised words that hang together from `first` on. */
function runFrom(job: Joiner, first: number): number[] {
  const run = [first];
  let at = first;
  for (;;) {
    const next = nextWord(job, at);
    if (next === undefined) return run;
    run.push(next);
    at = next;
  }
}

/** The next capitalised word that belongs to the same name, over particles, initials and a wrapped line. */
function nextWord(job: Joiner, at: number): number | undefined {
  const { tokens, lexicon, evidence } = job;
  let i = at + 1;
  const dot = tokens[i];
  const word = tokens[at] as Token;
  if (dot?.text === "." && dot.start === word.end && joinsOverDot(job, word)) i++;
  let particles = 0;
  // "le Paris de Charles VI": two names, where "la Tour de Jade" is one.
  const apart =
    lexicon.articlesBeforeNames && lexicon.rank(evidence.fold(word)) === 0 && follows(job, at, lexicon.isArticle);
  for (; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === "line" && job.wrapped.lines) continue;
    if (job.taken[i]) return undefined;
    if (isCapitalised(token) && !(particles > 0 && isCapitalisedArticle(job, i))) {
      if (token.opens && token.kind === "word" && particles === 0 && isFreshLine(job, i)) return undefined;
      if (particles > 0 && evidence.grade(i) === "none") return undefined;
      return lexicon.isStop(evidence.fold(token)) && !isRomanNumeral(token.text) && !isInitial(tokens, i)
        ? undefined
        : i;
    }
    if (particles > 0 && isCapitalisedArticle(job, i)) continue;
    if (particles === 0 && apart) return undefined;
    const leans = token.kind === "clitic" || token.kind === "word";
    if (particles === 0 && lexicon.isArticle(lexicon.fold(token.text))) return undefined;
    if (!leans || !lexicon.isParticle(lexicon.fold(token.text)) || ++particles > MOST_PARTICLES) return undefined;
  }
  return undefined;
}

function follows(job: Joiner, at: number, test: (folded: string) => boolean): boolean {
  const before = job.tokens[at - 1];
  return (
    before !== undefined && (before.kind === "word" || before.kind === "clitic") && test(job.lexicon.fold(before.text))
  );
}

/** The "La" of "Louise de La Fayette". */
function isCapitalisedArticle(job: Joiner, at: number): boolean {
  const token = job.tokens[at];
  if (token === undefined || !isCapitalised(token) || !isCapitalised(job.tokens[at + 1])) return false;
  return job.lexicon.isArticle(job.evidence.fold(token));
}

function isFreshLine(job: Joiner, at: number): boolean {
  const before = job.tokens[at - 1];
  return before?.kind !== "line" || !job.wrapped.lines;
}

function joinsOverDot(job: Joiner, word: Token): boolean {
  if (/^\p{Lu}(?:\.\p{Lu})*$/u.test(word.text)) return true;
  const folded = job.lexicon.fold(word.text);
  return job.lexicon.isAbbreviation(folded) && job.lexicon.isTitle(folded);
}

/** Trims a run to what is a name; a run can hold none. */
function namesIn(job: Joiner, run: number[]): Span[] {
  const { tokens, evidence, lexicon } = job;
  const grades: Grade[] = run.map((i) => evidence.grade(i));
  if (lexicon.capitalisesNouns) return strongStretches(run, grades);
  let a = 0;
  let b = run.length - 1;
  const isDroppable = (k: number): boolean => {
    const token = tokens[run[k] as number] as Token;
    if (grades[k] === "none") return true;
    return (
      grades[k] === "weak" &&
      (token.opens || token.display) &&
      !lexicon.isTitle(evidence.fold(token)) &&
      token.text.length > 1
    );
  };
  while (a <= b && isDroppable(a)) a++;
  while (b >= a && grades[b] === "none") b--;
  if (a > b) return [];
  const strong = grades.slice(a, b + 1).includes("strong");
  if (!strong) return [];
  return [{ from: run[a] as number, to: run[b] as number }];
}

/** Where every noun has a capital, only the words that are no nouns make the name: "Website von Frau | Weissenborn". */
function strongStretches(run: number[], grades: Grade[]): Span[] {
  const out: Span[] = [];
  for (let k = 0; k < run.length; k++) {
    if (grades[k] !== "strong") continue;
    const from = k;
    while (grades[k + 1] === "strong") k++;
    out.push({ from: run[from] as number, to: run[k] as number });
  }
  return out;
}
