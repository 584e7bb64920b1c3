/** A flag with its value, or nothing when there is no value. */
export function flag(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value];
}

/**
 * A prompt as one argument that no argument parser takes for a flag: a space goes before a leading dash, which a model
 * does not notice. A zero byte cannot be part of an argument and becomes the replacement character.
 */
export function literal(prompt: string): string {
  const text = prompt.replaceAll("\u0000", "\ufffd");
  return text.startsWith("-") ? ` ${text}` : text;
}
