const ASCII = /^[\u0000-\u007f]*$/;

/** A text as it is compared: one spelling of accents, no case. `ß` equals `SS`, the final sigma any other. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC").replaceAll("ς", "σ");
}

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * A test for texts that hold a term as a whole word, or as whole words in a row. A term of several words is one
 * phrase, whatever white space lies between them.
 */
export function wholeWordTest(term: string): (text: string) => boolean {
  const wanted = fold(term).trim().replace(/\s+/gu, " ");
  if (wanted === "") return () => false;
  const segmented = UNSPACED.test(wanted) ? new Intl.Segmenter(undefined, { granularity: "word" }) : undefined;
  return (text) => {
    const within = fold(text).replace(/\s+/gu, " ");
    for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + 1)) {
      const end = at + wanted.length;
      if (isEdge(within, at) && isEdge(within, end)) return true;
      if (segmented !== undefined && areWordEnds(segmented, within, at, end)) return true;
    }
    return false;
  };
}

/** Whether a word can begin or end at an index: not between two word characters, nor inside one. */
function isEdge(text: string, index: number): boolean {
  const before = lastCharacter(text.slice(Math.max(0, index - 2), index));
  const after = firstCharacter(text.slice(index, index + 2));
  if (/^[\udc00-\udfff]/.test(text.charAt(index)) && /[\ud800-\udbff]$/.test(text.charAt(index - 1))) return false;
  if (/^\p{M}/u.test(after)) return false;
  return !(WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after));
}

function areWordEnds(segmenter: Intl.Segmenter, text: string, start: number, end: number): boolean {
  const starts = new Set([...segmenter.segment(text)].map((segment) => segment.index));
  starts.add(text.length);
  return starts.has(start) && starts.has(end);
}

function firstCharacter(text: string): string {
  return [...text][0] ?? "";
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? "";
}
