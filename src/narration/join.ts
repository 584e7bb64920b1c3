import { goesOn } from "./broken-line.ts";
import { type Evidence, isCapitalised, isInitial, isRomanNumeral } from "./evidence.ts";
import type { Lexicon } from "./lexicon.ts";
import type { Wrapping } from "./sentences.ts";
import { isInitials, type Token } from "./tokens.ts";

/** What is needed to tell which words of a narration make one name. */
export interface Joiner {
  tokens: Token[];
  lexicon: Lexicon;
  evidence: Evidence;
  wrapped: Wrapping;
  /** Tokens that no candidate may use: the campaign says they are no names. */
  taken: Uint8Array;
}

const MOST_PARTICLES = 3;

/** The next capitalised word that belongs to the same name, over particles, initials, a possessive and a wrapped line. */
export function nextWord(job: Joiner, at: number): number | undefined {
  const { tokens, lexicon, evidence } = job;
  const start = afterJoint(job, at);
  let particles = 0;
  let capitals = start;
  for (let i = start; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.kind === "line") {
      const over = job.wrapped.lines || tokens[i + 1]?.shape === "lower" || goesOn(job, at, i, particles);
      if (over) continue;
      return undefined;
    }
    if (job.taken[i]) return undefined;
    if (particles > 0 && isCapitalisedArticle(job, i)) continue;
    if (i === capitals && isCapitalisedParticle(job, i)) {
      capitals++;
      continue;
    }
    if (isCapitalised(token)) {
      if (token.opens && particles === 0 && tokens[i - 1]?.kind !== "line") return undefined;
      if (particles > 0 && evidence.grade(i) === "none") {
        // "Ysra of the Seven Veils".
        if (isCapitalised(tokens[i + 1]) && lexicon.isNotName(evidence.fold(token))) continue;
        return undefined;
      }
      return mayContinue(job, i) ? i : undefined;
    }
    const folded = lexicon.fold(token.text);
    if (particles === 0 && lexicon.isArticle(folded)) return i === start ? epithet(job, at, i) : undefined;
    if (particles === 0 && standsApart(job, at)) return undefined;
    const leans = token.kind === "clitic" || token.kind === "word";
    if (!leans || !lexicon.isParticle(folded) || ++particles > MOST_PARTICLES) return undefined;
  }
  return undefined;
}

function mayContinue({ tokens, lexicon, evidence }: Joiner, at: number): boolean {
  const token = tokens[at] as Token;
  return !lexicon.isStop(evidence.fold(token)) || isRomanNumeral(token.text) || isInitial(tokens, at);
}

/** The index behind the dot of an initial ("J. R.") or behind the possessive of a thing ("Slayer's Take"). */
function afterJoint(job: Joiner, at: number): number {
  const { tokens, lexicon, evidence } = job;
  const word = tokens[at] as Token;
  const joint = tokens[at + 1];
  if (joint === undefined || joint.start !== word.end || !isCapitalised(tokens[at + 2])) return at + 1;
  if (joint.text === ".") return joinsOverDot(job, word) ? at + 2 : at + 1;
  const possessive = joint.kind === "clitic" || (/^['’]$/.test(joint.text) && /s$/.test(word.text));
  const folded = evidence.fold(word);
  const thing =
    !word.opens && lexicon.rank(folded) > 0 && !lexicon.isGivenName(folded) && evidence.grade(at) !== "none";
  return possessive && thing ? at + 2 : at + 1;
}

function joinsOverDot({ lexicon }: Joiner, word: Token): boolean {
  if (isInitials(word.text)) return true;
  const folded = lexicon.fold(word.text);
  return lexicon.isAbbreviation(folded) && lexicon.isTitle(folded);
}

/** "le Paris de Charles VI" is two names, where "la Tour de Jade" is one. */
function standsApart({ tokens, lexicon, evidence }: Joiner, at: number): boolean {
  if (!lexicon.articlesBeforeNames || lexicon.rank(evidence.fold(tokens[at] as Token)) > 0) return false;
  const before = tokens[at - 1];
  return (before?.kind === "word" || before?.kind === "clitic") && lexicon.isArticle(lexicon.fold(before.text));
}

/**
 * "Charles le Téméraire", "Thordak the Cinder King": one or two words of the language behind a name and an article, and
 * nothing more.
 */
function epithet({ tokens, lexicon, evidence, taken }: Joiner, at: number, article: number): number | undefined {
  const named = lexicon.rank(evidence.fold(tokens[at] as Token)) === 0 && evidence.grade(at) === "strong";
  if (!named || tokens[article]?.shape !== "lower") return undefined;
  const isWord = (i: number): boolean => {
    const word = tokens[i];
    return isCapitalised(word) && !word?.opens && !taken[i] && lexicon.rank(evidence.fold(word as Token)) > 0;
  };
  const last = isWord(article + 2) ? article + 2 : article + 1;
  const after = tokens[last + 1];
  const longer = isCapitalised(after) || (after?.kind === "word" && lexicon.isParticle(lexicon.fold(after.text)));
  return isWord(article + 1) && !longer ? article + 1 : undefined;
}

/** The "Le" of "Madame Le Goff", the "De" of "Percy De Rolo". */
function isCapitalisedParticle({ tokens, lexicon, evidence }: Joiner, at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !isCapitalised(token) || !isCapitalised(tokens[at + 1])) return false;
  if (token.opens || token.display || token.text.length < 2) return false;
  const folded = evidence.fold(token);
  return lexicon.isArticle(folded) || (lexicon.isParticle(folded) && folded !== "and");
}

/** The "La" of "Louise de La Fayette". */
function isCapitalisedArticle({ tokens, lexicon, evidence }: Joiner, at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !isCapitalised(token) || !isCapitalised(tokens[at + 1])) return false;
  return lexicon.isArticle(evidence.fold(token));
}
