import type { ProviderFailure } from "@sneq/engine/plugin";

export type AgentCode = ProviderFailure["providerCode"];

/** A call of an agent program that gave no answer. */
export interface AgentFailure extends ProviderFailure {
  /** Exit code of the program, when it ran to its end; 128 plus the signal's number when a signal ended it. */
  exitCode?: number;
  /** The first 200 characters of what it printed. */
  output?: string;
}

/** Makes the one kind of error this package throws on purpose. A plain Error with properties: no class of the host is needed. */
export function failure(
  providerCode: AgentCode,
  message: string,
  more: { exitCode?: number; output?: string; cause?: unknown } = {},
): AgentFailure {
  const { cause, ...properties } = more;
  const error = cause === undefined ? new Error(message) : new Error(message, { cause });
  return Object.assign(error, { providerCode, ...properties });
}

export function isFailure(error: unknown): error is AgentFailure {
  return error instanceof Error && "providerCode" in error;
}
