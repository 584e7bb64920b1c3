import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { LanguagePack } from "../plugin.ts";

/** How ordinary a word is: 2 frequent, 1 known, 0 unknown to the list. */
export type Rank = 0 | 1 | 2;

export interface WordList {
  rank(folded: string): Rank;
}

const CACHE = new WeakMap<LanguagePack, WordList>();
const FILES = new Map<string, (word: string) => boolean>();

/** The words of a pack. The file beside it is read once a process; it must be an absolute path or a `file:` URL by now. */
export function wordListOf(pack: LanguagePack): WordList {
  const known = CACHE.get(pack);
  if (known) return known;
  const frequent = new Set(pack.commonWords ?? []);
  const inFile = pack.commonWordsFile === undefined ? () => false : fileWords(pack.commonWordsFile);
  const bare = pack.commonWordsWithoutAccents === true ? withoutAccents : (word: string) => word;
  const list: WordList = { rank: (word) => (frequent.has(word) ? 2 : inFile(word) || inFile(bare(word)) ? 1 : 0) };
  CACHE.set(pack, list);
  return list;
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
  // A copy, so that the view is aligned whatever pool the buffer came from.
  const edges = new Uint32Array(
    bytes.buffer.slice(bytes.byteOffset + head + 4, bytes.byteOffset + head + 4 + edgeCount * 4),
  );
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
