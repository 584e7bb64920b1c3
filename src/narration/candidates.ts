import { type Grade, isCapitalised, isRomanNumeral } from "./evidence.ts";
import { type Joiner, nextWord } from "./join.ts";
import type { Token } from "./tokens.ts";

/** A run of tokens, both ends included, that is a name. */
export interface Span {
  from: number;
  to: number;
}

/** Longer runs are title-cased text, not names. */
const MOST_WORDS = 12;

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
  while (run.length < MOST_WORDS) {
    const next = nextWord(job, at);
    if (next === undefined) break;
    run.push(next);
    at = next;
  }
  return run;
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
    if (grades[k] !== "weak") return grades[k] === "none";
    const folded = evidence.fold(token);
    // A title, an initial or a "Van" opens a name as it opens a sentence; another common word only opens the sentence.
    if (token.text.length < 2 || lexicon.isTitle(folded) || lexicon.isParticle(folded)) return false;
    if (token.opens && k < b && isTitleCased(job, run, k)) return false;
    return token.opens || (token.display && token.shape === "upper");
  };
  while (a <= b && isDroppable(a)) a++;
  while (
    b > a && isOrdinal(job, run, b)
      ? false
      : b >= a && (grades[b] === "none" || isShouted(tokens[run[b] as number] as Token, grades[b] as Grade))
  )
    b--;
  if (a > b) return [];
  if (!grades.slice(a, b + 1).includes("strong") && !isCapitalisedPhrase(job, run.slice(a, b + 1))) return [];
  return [{ from: run[a] as number, to: run[b] as number }];
}

/**
 * "World War II", "Temple of the Moon": the word behind the first of a sentence is as ordinary, so its capital speaks for both;
 * not "Using Grog". What stands inside another sentence is one name here too.
 */
function isTitleCased({ tokens, evidence, lexicon }: Joiner, run: number[], k: number): boolean {
  const first = tokens[run[k] as number] as Token;
  const at = run[k + 1] as number;
  const next = tokens[at] as Token;
  if (tokens[at - 1] === first && evidence.standsBeside(first, next) === "inside") return true;
  // "Au-dessus de la Mer de Cendres": what is a phrase by itself needs no head.
  if (tokens[at - 1] !== first && (k + 2 < run.length || first.text.includes("-"))) return false;
  if (next.shape !== "capital" || evidence.isNamedAlone(at)) return false;
  const folded = evidence.fold(next);
  if (lexicon.rank(folded) === 0 || lexicon.isGivenName(folded) || lexicon.isTitle(folded)) return false;
  return !lexicon.hasOrdinaryEnding(evidence.fold(first));
}

/** "Edward the Second": a word of the language behind an article, which joined it as an epithet. */
function isOrdinal({ tokens, lexicon }: Joiner, run: number[], k: number): boolean {
  const at = run[k] as number;
  const article = tokens[at - 1];
  return run[k - 1] === at - 2 && article?.shape === "lower" && lexicon.isArticle(lexicon.fold(article.text));
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

/** An ordinary word in a line of capitals: "KAELEN | SCREAMS". */
function isShouted(token: Token, grade: Grade): boolean {
  return (
    grade === "weak" && token.display && token.shape === "upper" && token.text.length > 1 && !isRomanNumeral(token.text)
  );
}

/** "the Temple of the Moon": two ordinary words with capitals that neither position nor rank explains. */
function isCapitalisedPhrase({ tokens, evidence, lexicon }: Joiner, run: number[]): boolean {
  const plain = run.filter((i, k) => {
    const token = tokens[i] as Token;
    if (token.opens || token.display || token.shape !== "capital" || token.text.length < 3) return false;
    // A title makes a phrase behind another word only: "the Hollow Queen".
    return evidence.grade(i) === "weak" && (k > 0 || !lexicon.isTitle(evidence.fold(token)));
  });
  return plain.length >= 2;
}
