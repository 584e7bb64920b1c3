const ESCAPE = /[\u001b\u009b]/;
/**
 * Strings with their end (titles, links), control sequences, other escapes. Not Node's own pattern, which overflows the
 * stack on a line of megabytes: what agents print is not to be trusted.
 */
const SEQUENCE =
  /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)|(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]*[0-~]/g;
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
// Box Drawing and Block Elements: what terminal frames, rules and bars are made of.
const RULE = /^[\u2500-\u259f\s]+$/;
const TITLED_EDGE = /^[╭┌╔┏╰└╚┗][\u2500-\u257f].*[╮┐╗┓╯┘╝┛]$/;
const FRAME_SIDES = "│┃║";

/** The text as a person would read it on a terminal: no escape sequences, no control characters but tab and newline. */
export function plainText(text: string): string {
  return text.split("\n").map(plainLine).join("\n");
}

/** Lines of the plain text, and for each whether the terminal would have styled it. */
export function plainLines(text: string): { text: string; styled: boolean }[] {
  return text.split("\n").map((line) => ({ text: plainLine(line), styled: ESCAPE.test(line) }));
}

/** True for lines that only decorate: rules, and the upper and lower edge of a frame with or without a title. */
export function isDecoration(line: string): boolean {
  const trimmed = line.trim();
  return trimmed !== "" && (RULE.test(trimmed) || TITLED_EDGE.test(trimmed));
}

/** Takes a line out of the sides of a frame, or of several; other lines stay as they are. */
export function unframe(line: string): string {
  let inner = line;
  for (let trimmed = inner.trim(); isFramed(trimmed); trimmed = inner.trim()) {
    inner = trimmed.slice(trimmed[1] === " " ? 2 : 1, -1).trimEnd();
  }
  return inner;
}

function isFramed(trimmed: string): boolean {
  return trimmed.length > 1 && FRAME_SIDES.includes(trimmed[0] ?? "") && FRAME_SIDES.includes(trimmed.at(-1) ?? "");
}

/** Joins lines to a reply body: no blank lines at either end, no white space at the end. */
export function body(lines: string[]): string {
  return lines
    .join("\n")
    .replace(/^(?:[^\S\n]*\n)+/, "")
    .trimEnd();
}

/** The first `limit` characters, never half of one. */
export function clip(text: string, limit: number): string {
  // Twice as many code units always hold `limit` code points, so a long text is not walked to its end.
  const points = Array.from(text.slice(0, limit * 2));
  return points.slice(0, limit).join("");
}

function plainLine(line: string): string {
  const text = (line.endsWith("\r") ? line.slice(0, -1) : line).replace(SEQUENCE, "");
  // A lone carriage return goes back to the start of the line, as progress displays do: the last writing stands.
  return text.slice(text.lastIndexOf("\r") + 1).replace(CONTROL, "");
}
