/** Shorter values are placeholders ("none", "test"), and blotting those out would maim ordinary words. */
const SHORTEST = 8;

/**
 * A filter that blots out the values of those variables that by their names are keys. A program that fails may print the key
 * it was refused with, and failures end in logs.
 */
export function secretFilter(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const values = Object.entries(env).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD/i.test(name) && value !== undefined && value.length >= SHORTEST ? [value] : [],
  );
  // The longest first: one key may begin like another.
  values.sort((a, b) => b.length - a.length);
  return (text) => values.reduce((clean, value) => clean.replaceAll(value, "***"), text);
}
