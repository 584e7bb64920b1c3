import type * as z from "zod";
import { sayIssue } from "../domain/schema-issue.ts";
import { SneqError, type ValidationIssue } from "../errors.ts";
import type { Operation } from "./define.ts";

/** Deeper JSON than any input can need; far below what would exhaust the stack. */
const MAX_DEPTH = 64;

/**
 * Checks untrusted input against an operation's schema: the one place where this is done.
 * @throws SneqError VALIDATION_FAILED with `details`: `[{path, message, code}]`.
 */
export function parseInput<O extends Pick<Operation, "name" | "input">>(
  operation: O,
  input: unknown,
): z.output<ReturnType<O["input"]>> {
  const unfit = unfitJson(input);
  if (unfit) throw failed(operation.name, [unfit]);
  const parsed = operation.input().safeParse(input, { error: sayIssue });
  if (parsed.success) return parsed.data as z.output<ReturnType<O["input"]>>;
  throw failed(operation.name, parsed.error.issues.flatMap(issueOf));
}

function failed(name: string, details: ValidationIssue[]): SneqError {
  const [first] = details;
  const where = first?.path.length ? `${first.path.join(".")}: ` : "";
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  return new SneqError("VALIDATION_FAILED", `${name}: ${where}${first?.message ?? "invalid input"}${more}`, details);
}

function issueOf(issue: z.core.$ZodIssue): (ValidationIssue & Record<string, unknown>)[] {
  const path = issue.path.map((step) => (typeof step === "symbol" ? String(step) : step));
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `unknown key "${key}"`,
      code: issue.code,
      keys: issue.keys,
    }));
  const expected = "expected" in issue ? { expected: issue.expected } : {};
  return [{ path, message: issue.message, code: issue.code ?? "custom", ...expected }];
}

/**
 * What no schema can say of plain JSON: how deep it goes, keys that JavaScript treats as its own, text that is no Unicode.
 * The depth is bounded before the stack is, and a place is written out only for what is refused: eight megabytes of numbers
 * cost no more than a look at each.
 */
function unfitJson(value: unknown, depth = 0): ValidationIssue | null {
  if (typeof value === "string")
    return value.isWellFormed()
      ? null
      : { path: [], message: "holds a lone surrogate, which is no Unicode text", code: "invalid_unicode" };
  if (typeof value !== "object" || value === null) return null;
  if (depth > MAX_DEPTH) return { path: [], message: "is nested too deeply", code: "too_deep" };
  return Array.isArray(value) ? unfitItem(value, depth + 1) : unfitField(value, depth + 1);
}

function unfitItem(items: readonly unknown[], depth: number): ValidationIssue | null {
  for (let at = 0; at < items.length; at++) {
    const unfit = unfitJson(items[at], depth);
    if (unfit) return within(at, unfit);
  }
  return null;
}

function unfitField(fields: object, depth: number): ValidationIssue | null {
  for (const key of Object.keys(fields)) {
    if (key === "__proto__") return { path: [key], message: "this key is not allowed", code: "invalid_key" };
    if (!key.isWellFormed()) return { path: [], message: "a key is no Unicode text", code: "invalid_unicode" };
    const unfit = unfitJson((fields as Record<string, unknown>)[key], depth);
    if (unfit) return within(key, unfit);
  }
  return null;
}

/** An issue as seen from one step further out. Of what is too deep only the beginning of the way is told. */
function within(step: string | number, { path, ...issue }: ValidationIssue): ValidationIssue {
  const way = [step, ...path];
  return { ...issue, path: issue.code === "too_deep" ? way.slice(0, 8) : way };
}
