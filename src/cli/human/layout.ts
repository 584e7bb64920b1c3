import stringWidth from "string-width";

const ASCII = /^[ -~]*$/;

/** Columns that a text takes. Only beyond printable ASCII are the tables of emoji worth loading, which takes milliseconds. */
export function columnsOf(text: string): number {
  return ASCII.test(text) ? text.length : stringWidth(text);
}

/** Breaks text into lines of at most `width` columns, between words where it can. */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(width, 8)));
}

function wrapLine(text: string, width: number): string[] {
  const margin = /^ */.exec(text)?.[0] ?? "";
  const lines: string[] = [];
  let line = "";
  for (const word of text
    .trim()
    .split(/ +/)
    .flatMap((word) => split(word, width - margin.length))) {
    const longer = line === "" ? margin + word : `${line} ${word}`;
    if (columnsOf(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = margin + word;
    }
  }
  lines.push(line);
  return lines;
}

/** A word wider than the line is cut; scripts without spaces are one long word. */
function split(word: string, width: number): string[] {
  if (columnsOf(word) <= width) return [word];
  const parts: string[] = [];
  let part = "";
  for (const character of word) {
    if (columnsOf(part + character) > width) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part];
}

export function indent(lines: readonly string[], by: number): string[] {
  return lines.map((line) => (line === "" ? line : " ".repeat(by) + line));
}

/** A cell is plain text; `paint` is applied to each of its lines once they are wrapped. */
export interface Cell {
  text: string;
  paint?: (text: string) => string;
}

const GAP = 2;

/**
 * Rows as aligned columns inside `width`. The narrowest columns keep their width; what is missing is taken from the widest,
 * whose text wraps. The last cell of a shorter row has the rest of the line to itself.
 */
export function table(rows: readonly (readonly Cell[])[], width: number): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = narrowed(naturalWidths(rows, count), width);
  return rows.flatMap((row) => {
    const before = widths.slice(0, row.length - 1).reduce((sum, w) => sum + w + GAP, 0);
    const last = row.length < count ? width - before : (widths[count - 1] ?? 0);
    const cells = row.map((cell, i) => wrap(cell.text, i === row.length - 1 ? last : (widths[i] ?? 0)));
    const height = Math.max(...cells.map((lines) => lines.length));
    return Array.from({ length: height }, (_, lineNumber) => tableLine(row, cells, lineNumber, widths));
  });
}

function tableLine(row: readonly Cell[], cells: string[][], lineNumber: number, widths: number[]): string {
  const parts = row.map((cell, i) => {
    const text = cells[i]?.[lineNumber] ?? "";
    const last = i === row.length - 1;
    const padding = last ? "" : " ".repeat(Math.max(0, (widths[i] ?? 0) - columnsOf(text)) + GAP);
    return (cell.paint && text !== "" ? cell.paint(text) : text) + padding;
  });
  return parts.join("").trimEnd();
}

function naturalWidths(rows: readonly (readonly Cell[])[], count: number): number[] {
  const widths: number[] = Array.from({ length: count }, () => 0);
  for (const row of rows)
    row.forEach((cell, i) => {
      if (i === row.length - 1 && row.length < count) return;
      const widest = Math.max(...cell.text.split("\n").map((line) => columnsOf(line)));
      widths[i] = Math.max(widths[i] ?? 0, widest);
    });
  return widths;
}

function narrowed(natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const room = width - GAP * (widths.length - 1);
  while (widths.reduce((sum, w) => sum + w, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths));
    if ((widths[widest] ?? 0) <= 8) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
