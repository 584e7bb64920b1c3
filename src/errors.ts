/**
 * The closed set of failure codes of the 15 commands, each with the exit code a process ends with.
 * `INTERNAL_ERROR` is reserved for bugs; everything a caller can cause has a code of its own.
 */
export const ERROR_CODES = {
  INVALID_ARGS: 1,
  VALIDATION_FAILED: 1,
  CAMPAIGN_NOT_FOUND: 1,
  CAMPAIGN_ALREADY_EXISTS: 1,
  ENTITY_NOT_FOUND: 1,
  PROVIDER_ERROR: 1,
  REPOSITORY_ERROR: 1,
  UNKNOWN_COMMAND: 1,
  INTERNAL_ERROR: 2,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** Why a model provider failed; carried in `details.providerCode` of a `PROVIDER_ERROR`. */
export const PROVIDER_CODES = [
  "AUTH",
  "QUOTA",
  "SERVER",
  "TIMEOUT",
  "NETWORK",
  "MALFORMED",
  "UNSUPPORTED",
  "NOT_CONFIGURED",
] as const;
export type ProviderCode = (typeof PROVIDER_CODES)[number];

/** The `providerCode` of a PROVIDER_ERROR, to be spread into an answer; nothing for any other error. */
export function providerCodeOf(error: unknown): { providerCode?: string } {
  const { providerCode } = (error as { details?: { providerCode?: unknown } } | undefined)?.details ?? {};
  return typeof providerCode === "string" ? { providerCode } : {};
}

// A registered symbol, not `instanceof`: a plugin may carry its own copy of this module.
const BRAND = Symbol.for("@sneq/engine/SneqError");

/** The one error class of the engine. `message` says what to do next; `details` is plain JSON or absent. */
export class SneqError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.name = "SneqError";
    this.code = code;
    this.details = details;
    Object.defineProperty(this, BRAND, { value: true });
  }

  /** True for any SneqError, also one made by another copy of the engine. */
  static is(error: unknown): error is SneqError {
    return typeof error === "object" && error !== null && (error as Record<symbol, unknown>)[BRAND] === true;
  }

  /** The shape printed on stdout by the command line. */
  toJSON(): { error: string; code: ErrorCode; details?: unknown } {
    return { error: this.message, code: this.code, ...(this.details === undefined ? {} : { details: this.details }) };
  }
}

/** One rejected piece of input: where it is, what is wrong. */
export interface ValidationIssue {
  path: (string | number)[];
  message: string;
  code: string;
}

/** A `VALIDATION_FAILED` for one place in the input. */
export function invalid(path: (string | number)[], message: string, code = "custom"): SneqError {
  const where = path.length ? `${path.join(".")}: ` : "";
  return new SneqError("VALIDATION_FAILED", `${where}${message}`, [{ path, message, code } satisfies ValidationIssue]);
}
