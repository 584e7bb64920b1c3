import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LanguagePack } from "../plugin.ts";

/** How ordinary a word is: 2 frequent, 1 known, 0 unknown to the list. */
export type Rank = 0 | 1 | 2;

export interface WordList {
  rank(folded: string): Rank;
}

const CACHE = new WeakMap<LanguagePack, WordList>();
const TEXTS = new WeakMap<LanguagePack, string>();
/** So many searches of a text take as long as making a set of its words. */
const SEARCHES = 60;
const FILES = new Map<string, (word: string) => boolean>();

/**
 * Gives a pack its frequent words as one text with a space between them, which spares a short narration an array and a set
 * of them. The file beside the pack must hold each of these words too.
 */
export function giveFrequentWords(pack: LanguagePack, text: string): void {
  TEXTS.set(pack, text);
  let words: string[] | undefined;
  Object.defineProperty(pack, "commonWords", { enumerable: true, get: () => (words ??= text.split(" ")) });
}

/** The words of a pack. The file beside it is read once a process; it must be an absolute path or a `file:` URL by now. */
export function wordListOf(pack: LanguagePack): WordList {
  const made = CACHE.get(pack);
  if (made) return made;
  const inFile = pack.commonWordsFile === undefined ? () => false : fileWords(pack.commonWordsFile);
  const bare = pack.commonWordsWithoutAccents === true ? withoutAccents : (word: string) => word;
  const known = (word: string) => inFile(word) || inFile(bare(word));
  const text = TEXTS.get(pack);
  const list = text === undefined ? listed(pack, known) : searched(text, known);
  CACHE.set(pack, list);
  return list;
}

function listed(pack: LanguagePack, known: (word: string) => boolean): WordList {
  const frequent = new Set(pack.commonWords ?? []);
  return { rank: (word) => (frequent.has(word) ? 2 : known(word) ? 1 : 0) };
}

/** The frequent words of a text are all in the file, so the text is searched only for what is there. */
function searched(text: string, known: (word: string) => boolean): WordList {
  let frequent: Set<string> | undefined;
  let searches = 0;
  const isFrequent = (word: string) => {
    if (searches++ === SEARCHES) frequent = new Set(text.split(" "));
    return frequent ? frequent.has(word) : ` ${text} `.includes(` ${word} `);
  };
  return { rank: (word) => (known(word) ? (isFrequent(word) ? 2 : 1) : 0) };
}

/** Acute accents and the diaeresis; the tilde of ñ makes another letter. */
function withoutAccents(word: string): string {
  return word
    .normalize("NFD")
    .replace(/[\u0301\u0308]/g, "")
    .normalize("NFC");
}

function fileWords(place: string): (word: string) => boolean {
  let has = FILES.get(place);
  if (has === undefined) {
    const bytes = readFileSync(place.startsWith("file:") ? fileURLToPath(place) : place);
    has = bytes.subarray(0, 4).toString("latin1") === "SNQW" ? packedWords(bytes) : plainWords(bytes);
    FILES.set(place, has);
  }
  return has;
}

function plainWords(bytes: Buffer): (word: string) => boolean {
  const words = new Set(bytes.toString("utf8").split(/\r?\n/));
  return (word) => word !== "" && words.has(word);
}

/** Reads the automaton that `scripts/language-data/word-automaton.ts` writes; its layout is described there. */
function packedWords(bytes: Buffer): (word: string) => boolean {
  const letters = new Map<number, number>();
  const count = bytes.readUInt32LE(8);
  for (let i = 0; i < count; i++) letters.set(bytes.readUInt16LE(12 + i * 2), i);
  const head = 12 + count * 2 + ((count * 2) % 4);
  const edgeCount = bytes.readUInt32LE(head);
  // A copy only where the buffer comes from a pool in which it is not aligned.
  const from = bytes.byteOffset + head + 4;
  const edges =
    from % 4 === 0
      ? new Uint32Array(bytes.buffer, from, edgeCount)
      : new Uint32Array(bytes.buffer.slice(from, from + edgeCount * 4));
  return (word) => {
    let at = 1;
    let final = false;
    for (let i = 0; i < word.length; i++) {
      const letter = letters.get(word.charCodeAt(i));
      if (letter === undefined || at === 0) return false;
      let edge = edges[at] as number;
      while ((edge & 255) !== letter) {
        if ((edge & 512) !== 0) return false;
        edge = edges[++at] as number;
      }
      final = (edge & 256) !== 0;
      at = edge >>> 10;
    }
    return final;
  };
}
