import type { Token } from "./tokens.ts";

/**
 * Characters that nobody sees and that comparison keys drop (`Default_Ignorable_Code_Point`, spelled out: the table of
 * Unicode would cost a short narration more than its reading). A soft hyphen takes the line break behind it along.
 */
const INVISIBLE =
  /\u00ad(?:\r\n?|\n)?|[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]|[\ufe00-\ufe0f]|\udb40[\udc00-\udfff]/g;
const UNCASED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]/u;
/** Persian and the scripts of India spell with joiners; a cased word only carries them along. */
const IN_NOUN =
  /\u00ad(?:\r\n?|\n)?|[\u034f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<=\p{Cased}\p{M}*)[\u200c\u200d]/gu;

/** A text without its invisible characters, and where each of them stood. */
export interface Visible {
  text: string;
  /** Offsets in the whole text at which something was dropped, and how many UTF-16 units, in order. */
  dropped: { at: number; length: number }[];
}

/** Drops invisible characters, save inside a run of uncased script, in which they part words. */
export function visible(text: string): Visible {
  const dropped: Visible["dropped"] = [];
  const rest = text.replace(INVISIBLE, (match: string, at: number) => {
    if (UNCASED.test(text[at - 1] ?? "") && UNCASED.test(text[at + match.length] ?? "")) return match;
    dropped.push({ at, length: match.length });
    return "";
  });
  return { text: rest, dropped };
}

/** Moves tokens of the visible text to where they stand in the whole one. */
export function moveTokens(tokens: Token[], dropped: Visible["dropped"]): void {
  let next = 0;
  let shift = 0;
  /** Where a visible character stands: behind everything that was dropped before it. */
  const placed = (offset: number): number => {
    for (let drop = dropped[next]; drop !== undefined && drop.at - shift <= offset; drop = dropped[++next])
      shift += drop.length;
    return offset + shift;
  };
  for (const token of tokens) {
    token.start = placed(token.start);
    token.end = placed(token.end - 1) + 1;
  }
}

/** A noun as it is shown and proposed. */
export function withoutInvisible(noun: string): string {
  return noun.search(INVISIBLE) < 0 ? noun : noun.replace(IN_NOUN, "");
}
