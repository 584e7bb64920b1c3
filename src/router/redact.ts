/** The longest piece of a prompt that a log may hold, in characters. */
const PROMPT_EXCERPT = 200;

// A shorter "key" is a placeholder of a local server ("none", "ollama"), and blotting it out would maim ordinary words.
const SHORTEST_KEY = 8;

/**
 * A filter that blots out the given keys, also where a service echoes them URL-encoded or in base64. Every text that comes
 * back from a service passes through it before anything else sees it.
 */
export function redactor(keys: readonly (string | undefined)[]): (text: string) => string {
  const forms = keys
    .filter((key): key is string => key !== undefined && key.length >= SHORTEST_KEY)
    .flatMap((key) => [
      key,
      encodeURIComponent(key),
      Buffer.from(key).toString("base64"),
      JSON.stringify(key).slice(1, -1),
    ]);
  return (text) => forms.reduce((clean, form) => clean.replaceAll(form, "***"), text);
}

/** The beginning of a text, cut between code points. */
export function excerpt(text: string, length = PROMPT_EXCERPT): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`;
}
