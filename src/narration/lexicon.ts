import type { LanguagePack } from "../plugin.ts";
import type { Cuts } from "./tokens.ts";
import { type Rank, type WordList, wordListOf } from "./word-list.ts";

/** The packs of a narration put together: what any of the languages says of a word, it says of the narration. */
export interface Lexicon {
  /** Lower case, NFC, straight apostrophes and hyphens: the form in which all lists are kept. */
  fold(word: string): string;
  cut(word: string): Cuts;
  isStop(folded: string): boolean;
  /** How ordinary the word is: 2 frequent, 1 known, 0 unknown. */
  rank(folded: string): Rank;
  isTitle(folded: string): boolean;
  isParticle(folded: string): boolean;
  isArticle(folded: string): boolean;
  isDeterminer(folded: string): boolean;
  isPlacePreposition(folded: string): boolean;
  isAbbreviation(folded: string): boolean;
  isNotName(folded: string): boolean;
  isGivenName(folded: string): boolean;
  /** Has no ending that marks an ordinary word in any language that knows it; never true where a language lists none. */
  looksLikeName(folded: string): boolean;
  /** Has an ending that marks an ordinary word in a language that knows it. */
  hasOrdinaryEnding(folded: string): boolean;
  /** Comes right behind a subject. */
  isVerbSign(folded: string): boolean;
  /** Says what only somebody does. */
  isPersonVerb(folded: string): boolean;
  /** Says what befalls matter, light or sound. */
  isThingVerb(folded: string): boolean;
  isParticiple(folded: string): boolean;
  capitalisesNouns: boolean;
  articlesBeforeNames: boolean;
  /** False for a word in a script that no pack is written in: of it, position is the only evidence. */
  covers(folded: string): boolean;
}

const APOSTROPHES = /[’ʼ‘´`]/g;
const HYPHENS = /[\u2010\u2011]/g;
const SOFT_HYPHEN = /\u00ad/g;
const ASCII = /^[A-Za-z]+$/;
/** Words that folding leaves as they are. */
const FOLDED = /^[a-zß-öø-ÿ' .-]+$/;
/** Text in whose characters the letters are those of `LATIN_WORDS`: what is beyond U+024F is general punctuation. */
const LATIN_TEXT = /^[\0-\u024f\u2000-\u206f]*$/;
const LATIN_WORDS = /[A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]+/g;
const WORDS = /\p{L}+/gu;
/** Of the one-letter elisions these lean on nouns; the others (n', t', s') stand before verbs: a capital after them is a name's. */
const BEFORE_NOUNS = /^(?:[ld]|.{2,})'$/;
const CASED_SCRIPTS = [/^\p{sc=Latn}/u, /^\p{sc=Cyrl}/u, /^\p{sc=Grek}/u, /^\p{sc=Armn}/u];
/** A beginning that nobody needs the tables of Unicode to know for Latin. */
const LATIN_START = /^[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]/;
const SAMPLE = 40_000;
/** With fewer of them in the text, the frequent words are counted too: "Flint shrugs. Raven says nothing." has none. */
const FEW_STOP_WORDS = 4;
/** A language stays that has this share of what the best one has. */
const LEAST_SHARE = 0.45;

function fold(word: string): string {
  if (ASCII.test(word)) return word.toLowerCase();
  if (FOLDED.test(word)) return word;
  return word
    .replace(APOSTROPHES, "'")
    .replace(HYPHENS, "-")
    .replace(SOFT_HYPHEN, "")
    .normalize("NFC")
    .toLowerCase()
    .normalize("NFC");
}

function union(packs: LanguagePack[], pick: (pack: LanguagePack) => string[] | undefined): Set<string> {
  const all = new Set<string>();
  for (const pack of packs) for (const word of pick(pack) ?? []) all.add(fold(word));
  return all;
}

/**
 * The packs whose language the text is in: a word list of the wrong language costs more than it gives, so a pack stays
 * only while its stop words are about as frequent as those of the best one.
 */
function packsFor(packs: LanguagePack[], text: string): LanguagePack[] {
  if (packs.length < 2) return packs;
  const sample = text.slice(0, SAMPLE).normalize("NFC");
  const words = sample.match(LATIN_TEXT.test(sample) ? LATIN_WORDS : WORDS) ?? [];
  const shares = packs.map((pack) => {
    const stops = new Set(pack.stopWords ?? []);
    let hits = 0;
    for (const word of words) if (stops.has(word.toLowerCase())) hits++;
    return hits;
  });
  const best = Math.max(...shares);
  if (best >= FEW_STOP_WORDS) return packs.filter((_, i) => (shares[i] ?? 0) >= best * LEAST_SHARE);
  const frequent = packs.map((pack) => {
    const list = wordListOf(pack);
    const stops = new Set(pack.stopWords ?? []);
    return words.filter((word) => stops.has(word.toLowerCase()) || list.rank(fold(word)) === 2).length;
  });
  const most = Math.max(...frequent);
  return most < 2 ? packs : packs.filter((_, i) => (frequent[i] ?? 0) >= most * LEAST_SHARE);
}

/**
 * Builds the look-ups for a text. What words are ordinary is asked of the text's own language; how names are built is told by
 * every pack, since a French text may speak of the "Order of the Lily". Word lists are read on the first question.
 */
export function lexiconOf(all: LanguagePack[], text: string): Lexicon {
  const packs = packsFor(all, text);
  const stop = union(all, (p) => p.stopWords);
  const titles = union(all, (p) => p.titles);
  const particles = union(all, (p) => p.particles);
  const articles = union(all, (p) => p.articles);
  const abbreviations = union(all, (p) => p.abbreviations);
  const notNames = union(all, (p) => p.notNames);
  const verbs = union(packs, (p) => p.verbSigns);
  const verbEndings = [...verbs].filter((sign) => sign.startsWith("-")).map((sign) => sign.slice(1));
  const persons = union(packs, (p) => p.personVerbs);
  const things = union(packs, (p) => p.thingVerbs);
  const participles = [...union(packs, (p) => p.participleEndings)];
  const given = union(packs, (p) => p.givenNames);
  const places = union(packs, (p) => p.placePrepositions);
  const determiners = union(packs, (p) => p.determiners);
  const elisions = union(all, (p) => p.elisions);
  const endings = [...union(all, (p) => [...(p.possessives ?? []), ...(p.enclitics ?? [])])].sort(
    (a, b) => b.length - a.length,
  );
  const capitalisesNouns = packs.some((p) => p.capitalisesNouns === true);
  let scripts: RegExp[] | undefined;
  const isCased = (word: string): boolean => {
    scripts ??= CASED_SCRIPTS.filter((script) => packs.some((p) => p.stopWords?.some((one) => script.test(one))));
    return scripts.some((script) => script.test(word));
  };
  const isLatin = packs.some((p) => p.stopWords?.some((word) => LATIN_START.test(word)));
  let lists: WordList[] | undefined;
  const listed = (folded: string): Rank => {
    lists ??= packs.map(wordListOf);
    let best: Rank = 0;
    for (const list of lists) {
      const rank = list.rank(folded);
      if (rank > best) best = rank;
    }
    return best;
  };
  const rank = (folded: string): Rank => {
    if (stop.has(folded)) return 2;
    for (const spelling of otherSpellings(folded)) {
      const found = stop.has(spelling) ? 2 : listed(spelling);
      if (found > 0) return found;
    }
    return 0;
  };
  const knowing = (folded: string) => packs.filter((pack) => wordListOf(pack).rank(folded) > 0);
  const isCommon = (folded: string): boolean => rank(folded) > 0;
  return {
    fold,
    cut: capitalisesNouns
      ? (word) => cutCompound(word, isCommon) ?? cutWord(word, elisions, endings, isCommon)
      : (word) => cutWord(word, elisions, endings, isCommon),
    isStop: (w) => stop.has(w),
    rank,
    isTitle: (w) => titles.has(w),
    isParticle: (w) => particles.has(w),
    isArticle: (w) => articles.has(w),
    isDeterminer: (w) => determiners.has(w),
    isPlacePreposition: (w) => places.has(w),
    isAbbreviation: (w) => abbreviations.has(w),
    isNotName: (w) => notNames.has(w),
    isGivenName: (w) => given.has(w),
    looksLikeName: (w) =>
      knowing(w).every(({ ordinaryEndings = [] }) => ordinaryEndings.length > 0 && !endsIn(w, ordinaryEndings)),
    hasOrdinaryEnding: (w) => knowing(w).some(({ ordinaryEndings = [] }) => endsIn(w, ordinaryEndings)),
    isVerbSign: (w) => verbs.has(w) || (w.length > 3 && verbEndings.some((ending) => w.endsWith(ending))),
    isPersonVerb: (w) => persons.has(w),
    isThingVerb: (w) => things.has(w),
    isParticiple: (w) =>
      !stop.has(w) && participles.some((ending) => w.length > ending.length + 2 && w.endsWith(ending)),
    capitalisesNouns,
    articlesBeforeNames: packs.some((p) => p.articlesBeforeNames === true),
    covers: (w) => (isLatin && LATIN_START.test(w)) || isCased(w),
  };
}

const ACCENTED: Record<string, string> = { a: "àâ", c: "ç", e: "éèê", i: "î", o: "ô", u: "û" };

/** A word as lists may spell it: "œil" as "oeil", and "Etrange", whose capital lost its accent, as "étrange". */
function otherSpellings(folded: string): string[] {
  const plain = folded.includes("œ") ? folded.replaceAll("œ", "oe") : folded;
  const accented = ACCENTED[plain[0] ?? ""] ?? "";
  return [folded, ...(plain === folded ? [] : [plain]), ...[...accented].map((letter) => letter + plain.slice(1))];
}

function endsIn(word: string, endings: string[]): boolean {
  return endings.some((ending) => word.endsWith(ending));
}

const HAS_JOINT = /['’ʼ‘´`\u2010\u2011-]/;

function cutWord(word: string, elisions: Set<string>, endings: string[], isCommon: (w: string) => boolean): Cuts {
  if (!HAS_JOINT.test(word)) return { head: 0, tail: 0 };
  const plain = word.replace(APOSTROPHES, "'").replace(HYPHENS, "-");
  const apostrophe = plain.indexOf("'");
  if (apostrophe > 0) {
    const head = plain.slice(0, apostrophe + 1);
    const rest = plain.slice(apostrophe + 1);
    if (rest !== "" && elisions.has(head.toLowerCase()) && isElision(head, rest, isCommon))
      return { head: head.length, tail: 0 };
  }
  const folded = plain.toLowerCase();
  // The endings are counted in UTF-16 units of the word itself: only marks of one unit were replaced above.
  for (const ending of endings)
    if (folded.length > ending.length && folded.endsWith(ending)) return { head: 0, tail: ending.length };
  return { head: 0, tail: 0 };
}

function isElision(head: string, rest: string, isCommon: (w: string) => boolean): boolean {
  const capitalHead = head[0] !== head[0]?.toLowerCase();
  if (!capitalHead || BEFORE_NOUNS.test(head.toLowerCase())) return true;
  // "N'zul", "T'Pol": a capital on the elision and no ordinary word behind it.
  const restCapital = rest[0] !== rest[0]?.toLowerCase();
  return !restCapital && fold(rest).split("-").every(isCommon);
}

/** "SPD-Politiker": where nouns have capitals, the ordinary noun behind the hyphen is no part of the name before it. */
function cutCompound(word: string, isCommon: (w: string) => boolean): Cuts | undefined {
  const hyphen = word.lastIndexOf("-");
  if (hyphen < 1 || isCommon(fold(word.slice(0, hyphen))) || !isCommon(fold(word.slice(hyphen + 1)))) return undefined;
  return { head: 0, tail: word.length - hyphen };
}
