import type { Occurrence } from "../domain/report.ts";

const LINE_END = /\r\n?|\n|\u2028|\u2029/g;

/** Answers where an offset stands: lines and columns count from 1, columns in UTF-16 units. */
export function lineIndex(text: string): (start: number, end: number) => Occurrence {
  const starts = [0];
  for (const match of text.matchAll(LINE_END)) starts.push(match.index + match[0].length);
  return (start, end) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= start) low = middle;
      else high = middle - 1;
    }
    return { start, end, line: low + 1, column: start - (starts[low] as number) + 1 };
  };
}
