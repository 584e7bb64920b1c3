/**
 * Every number that decides how close two spellings are. docs/drift.md gives what each grade was measured to let through.
 */

/** Confidence from which a near-miss is *firm*: at most 2 % of real, different look-alike names reach it. */
export const FIRM = 0.735;
/** Confidence from which a near-miss is *loose*: suggested, never acted upon; at most 9 % of look-alikes reach it. */
export const LOOSE = 0.665;

/** Confidence of each way two spellings can differ without a letter being wrong. */
export const STRUCTURE = {
  exact: 1,
  spacing: 0.97,
  article: 0.97,
  numeral: 0.96,
  inflection: 0.95,
  title: 0.94,
  particle: 0.93,
  "word-order": 0.92,
  "part-of-name": 0.9,
  "longer-name": 0.9,
  "other-title": 0.7,
  nickname: 0.7,
} as const;

/** Costs of one edit, in letters. */
export const EDIT = {
  insert: 1,
  insertVowel: 1.15,
  insertSilent: 0.75,
  double: 0.3,
  swap: 0.45,
  soundAlike: 0.4,
  voicing: 0.5,
  vowel: 0.65,
  substitute: 1.4,
  /** Factor on an edit of the first letter: transcriptions keep it, different names change it. */
  first: 1.5,
  /** Factor on a vowel inserted or replaced at the end: Paul/Paule, Luis/Luisa, Augustus/Augusta are different people. */
  ending: 1.5,
  /** Paid once when two words are the same by ear only. */
  byEar: 0.45,
} as const;

/**
 * How a word's edit cost becomes confidence: `1 - cost * slope / (letters + offset)`; and what the worst word of a name weighs
 * beside the mean of all.
 */
export const WORD = { slope: 2.2, offset: 1.7, worst: 0.2 } as const;

/** The same for a script without spaces, where names are short and every character says as much as a syllable. */
export const UNSPACED_WORD = { slope: 1.65, offset: 4 } as const;

/** A word less sure than this is another word. */
export const LEAST_WORD = 0.4;

/** Share of the confidence kept when only one word of the name was matched, and misspelt at that. */
export const PART_MISSPELT = 0.9;

/** Taken from a misspelling's confidence for each tenfold growth of the canon above a hundred names. */
export const PER_TENFOLD_CANON = 0.01;

/** Below this a neighbour is no candidate at all. */
export const FLOOR = 0.35;

/** Share of the confidence kept when several entities bear the same part of a name. */
export const AMBIGUOUS_PART = 0.9;
