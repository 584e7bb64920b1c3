import { table } from "./layout.ts";
import type { View } from "./page.ts";

/** A small answer as a list of its fields, named in words: `turnNumber` becomes `turn number`. */
export const render: View<Record<string, unknown>> = (answer, { width, style }) =>
  table(
    Object.entries(answer).map(([name, value]) => [
      { text: inWords(name), paint: style.muted },
      { text: String(value), paint: style.name },
    ]),
    width,
  ).join("\n");

function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, "");
}
