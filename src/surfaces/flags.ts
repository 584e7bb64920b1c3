/** A flag of a command line, as the command manifest holds it. */
export interface FlagInfo {
  name: string;
  type: string;
  description?: string | undefined;
  helpValue?: string | string[] | undefined;
  env?: string | undefined;
  default?: unknown;
  options?: readonly string[] | undefined;
  required?: boolean | undefined;
}

/** A flag with the place of its value: `--db <path>`. */
export function flagUsage({ name, type, helpValue }: FlagInfo): string {
  return type === "boolean" ? `--${name}` : `--${name} ${helpValue ?? "<value>"}`;
}

/** What a flag does, what it may be, where else its value comes from. */
export function flagMeaning({ description, options, required, env, default: fallback }: FlagInfo): string {
  const parts = [
    description ?? "",
    options ? `(${options.join(", ")})` : "",
    required ? "(required)" : "",
    env === undefined ? "" : `[env: ${env}]`,
    typeof fallback === "string" ? `[default: ${fallback}]` : "",
  ];
  return parts.filter((part) => part !== "").join(" ");
}
