/**
 * What the engine knows of one language: plain data, so that a plugin can ship it as a JSON file.
 * All lists hold lower-case words in NFC; every list but `language` may be absent.
 */
export interface LanguagePack {
  /** ISO 639-1 code, for example `fr`. */
  language: string;
  /** Words that are never a name whatever their capital: pronouns, conjunctions, determiners, clitics. */
  stopWords?: string[];
  /** Frequent ordinary words, most frequent first. A capital on one of them at the start of a sentence proves nothing. */
  commonWords?: string[];
  /** The same as a file beside the pack: one word a line, or front-coded; loaded only when a narration is read. */
  commonWordsFile?: string;
  /** True where that file spells its words without accents, as some lists do. */
  commonWordsWithoutAccents?: boolean;
  /** Articles that may precede a name: `le`, `the`. */
  articles?: string[];
  /** Other determiners: `this`, `his`, `cette`. */
  determiners?: string[];
  /** Elided forms that lean on the next word: `l'`, `d'`, `qu'`. */
  elisions?: string[];
  /** Honorifics and titles: `madame`, `captain`. On their own they are no name. */
  titles?: string[];
  /** Lower-case words that may stand inside a name: `de`, `von`, `of`. */
  particles?: string[];
  /** Abbreviations whose full stop does not end a sentence: `mr`, `st`, `etc`. */
  abbreviations?: string[];
  /** Capitalised words that are no names: days, months, demonyms, game terms. */
  notNames?: string[];
  /** Endings of a possessive, and whatever else leans on a name from behind: `'s`, `'ll`. */
  possessives?: string[];
  /** Pronouns and adverbs that hang behind a verb or a name by a hyphen: `-t-il`, `-ci`. */
  enclitics?: string[];
  /** Endings that ordinary words have and names seldom: a known word without one that opens a sentence may be a name. */
  ordinaryEndings?: string[];
  /** Words and endings (`-ait`) that come right behind a subject: a bare word that opens a sentence before one is a name. */
  verbSigns?: string[];
  /** Verbs of speech, gesture and thought as they stand behind a name (`smiles`): what does it is somebody, whatever the word. */
  personVerbs?: string[];
  /** Verbs of what happens to matter, light and sound (`flickers`): a known word before one is no name. */
  thingVerbs?: string[];
  /** Endings of participles: a known word that opens a sentence before a comma and one of them is a name ("Vex, grinning,"). */
  participleEndings?: string[];
  /** Given names, and places, that are also ordinary words of the language: `rose`, `pierre`, `paris`. */
  givenNames?: string[];
  /** True where names of places and families take an article (la Loire, les Maheu). */
  articlesBeforeNames?: boolean;
  /** Prepositions that take a place without an article: `nach`. Read only where nouns have capitals. */
  placePrepositions?: string[];
  /** True where common nouns are written with a capital (German). */
  capitalisesNouns?: boolean;
}
