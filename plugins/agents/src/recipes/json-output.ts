/** Lines that look like an object and are looked into, from the end: output is megabytes long at most, and hostile at worst. */
const MOST_TRIES = 1_000;

/** The last JSON object in a text that may have noise lines around it, or undefined. */
export function findJsonObject(text: string): Record<string, unknown> | undefined {
  const whole = parseObject(text);
  if (whole) return whole;
  const lines = text.split("\n");
  return lastLineObject(lines) ?? blockObject(lines);
}

/** A value of an object when it is a string. */
export function stringAt(object: Record<string, unknown> | undefined, key: string): string | undefined {
  const value = object?.[key];
  return typeof value === "string" ? value : undefined;
}

function lastLineObject(lines: string[]): Record<string, unknown> | undefined {
  let tries = 0;
  for (let index = lines.length - 1; index >= 0 && tries < MOST_TRIES; index -= 1) {
    const line = lines[index] ?? "";
    if (!line.includes("{")) continue;
    tries += 1;
    const object = parseObject(line);
    if (object) return object;
  }
  return undefined;
}

/** A pretty-printed object: from the first line that opens one in column 0 to the last that closes one there. */
function blockObject(lines: string[]): Record<string, unknown> | undefined {
  const first = lines.findIndex((line) => line.startsWith("{"));
  const last = lines.findLastIndex((line) => line.trimEnd() === "}");
  return first < 0 || last < first ? undefined : parseObject(lines.slice(first, last + 1).join("\n"));
}

function parseObject(text: string): Record<string, unknown> | undefined {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{") || !trimmed.endsWith("}")) return undefined;
  try {
    return JSON.parse(trimmed) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
