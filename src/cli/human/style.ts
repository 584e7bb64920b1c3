import { styleText } from "node:util";

/** Ways of marking text, by meaning. Without colours every one returns its text unchanged. */
export interface Style {
  heading(text: string): string;
  name(text: string): string;
  muted(text: string): string;
  good(text: string): string;
  warning(text: string): string;
  bad(text: string): string;
  /** Whether marks show: where they do not, an underline has to be drawn. */
  readonly marks: boolean;
}

type Format = Parameters<typeof styleText>[0];

/** Colours when asked for (`FORCE_COLOR`), never when refused (`NO_COLOR`), else where there is a terminal. */
export function styleFor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): Style {
  return style(wantsColour(stream, env));
}

function wantsColour(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== "0" && env.FORCE_COLOR !== "false";
  if (env.NO_COLOR) return false;
  return stream.isTTY === true && env.TERM !== "dumb";
}

function style(marks: boolean): Style {
  const paint = (format: Format) => (text: string) =>
    marks && text !== "" ? styleText(format, text, { validateStream: false }) : text;
  return {
    heading: paint(["bold", "underline"]),
    name: paint(["bold", "cyan"]),
    muted: paint("dim"),
    good: paint("green"),
    warning: paint("yellow"),
    bad: paint(["bold", "red"]),
    marks,
  };
}
