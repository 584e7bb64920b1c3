import { readFileSync } from "node:fs";
import { log } from "./debug-log.ts";

/** The object of a JSON file; undefined where there is none that can be read, which the log tells when the file is there. */
export function readJson(file: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT") log({ event: "unreadable-package", file, message });
    return undefined;
  }
}
