import type { Rule } from "./constraint.ts";

type Engine = typeof import("re2js").RE2JS;
let engine: Engine | undefined;

/**
 * Loads the RE2 engine when one of the rules holds a pattern: it is a quarter of a megabyte that most calls never need.
 * Await it before any function that judges values. RE2 runs in linear time, so no pattern can hang the process.
 */
export async function readyForRules(rules: Iterable<Rule>): Promise<void> {
  if (engine) return;
  for (const rule of rules)
    if (rule.type === "REGEX") {
      engine = (await import("re2js")).RE2JS;
      return;
    }
}

function loaded(): Engine {
  if (!engine) throw new Error("readyForRules() was not awaited before a pattern was used");
  return engine;
}

/** Why a pattern is no RE2 expression, or null when it is one. */
export function patternError(pattern: string): string | null {
  try {
    loaded().compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** True when the pattern is found anywhere in the text. */
export function patternFound(pattern: string, text: string): boolean {
  return loaded().compile(pattern).matcher(text).find();
}
