import { type ErrorCode, SneqError } from "../../errors.ts";

/** Codes of `plugins …`, beside those of the 15 commands. Each ends with exit code 1. */
export type PluginsCode =
  | "INVALID_ARGS"
  | "REGISTRY_UNREACHABLE"
  | "REGISTRY_REFUSED"
  | "PLUGIN_NOT_FOUND"
  | "NOT_A_PLUGIN"
  | "API_MISMATCH"
  | "BAD_SECTION"
  | "NOT_INSTALLED"
  | "PLUGIN_NOT_LOADED"
  | "NOT_WRITABLE"
  | "DISK_FULL"
  | "BUSY"
  | "INSTALL_FAILED";

export function pluginsFailure(code: PluginsCode, message: string, details?: Record<string, unknown>): SneqError {
  // The closed list is that of the operations; the commands around plugins add to it.
  return new SneqError(code as ErrorCode, message, details);
}
