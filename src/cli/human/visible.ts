const HIDDEN = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
const CONTROL_PICTURES = 0x2400;
const PICTURE_OF_DELETE = "\u2421";

/**
 * Text of models, players and plugins as a terminal may be given it: what it would obey (escape sequences, the C1 controls)
 * and what would reorder the line (bidirectional overrides and isolates) stands there as a sign, a tab or a carriage return
 * before a newline as a space. The length stays, so that offsets into the text hold.
 */
export function visible(text: string): string {
  return text.replace(HIDDEN, (character, at: number) => {
    if (character === "\t" || (character === "\r" && text[at + 1] === "\n")) return " ";
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(CONTROL_PICTURES + code);
    return code === 0x7f ? PICTURE_OF_DELETE : "\ufffd";
  });
}

/** The same for every text inside a value of JSON, keys included. */
export function visibleIn<T>(value: T): T {
  return shown(value) as T;
}

function shown(value: unknown): unknown {
  if (typeof value === "string") return visible(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [visible(key), shown(inner)]));
}
