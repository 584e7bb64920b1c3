import { isTerminal } from "../is-terminal.ts";
import { type Style, styleFor } from "./style.ts";

/**
 * What a view draws on. `width` is the columns of the terminal; `input` is what the operation was asked; `names` says what
 * entity ids are called, where the command has asked.
 */
export interface Page {
  width: number;
  style: Style;
  input: Record<string, unknown>;
  names: ReadonlyMap<string, string>;
}

/** An answer in the form a person reads, without a closing newline. */
export type View<T> = (answer: T, page: Page) => string;

/** The page on stdout: as wide as the terminal, coloured where it may be. */
export function pageFor(
  env: NodeJS.ProcessEnv,
  input: Record<string, unknown>,
  names: ReadonlyMap<string, string> = new Map(),
): Page {
  // Node makes the stream when it is named, which takes 5 ms.
  const stream = isTerminal(1) ? process.stdout : {};
  return { width: columns(stream), style: styleFor(stream, env), input, names };
}

/** Columns of a terminal, kept where text stays readable; a terminal that does not know its size says 0. */
export function columns(stream: { columns?: number }): number {
  return Math.min(Math.max(stream.columns || 80, 40), 120);
}
