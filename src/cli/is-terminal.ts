import { fstatSync, statSync } from "node:fs";
import { isatty } from "node:tty";

/**
 * Whether a person sits at a file descriptor. What is no character device, and the null device, is told without Node's
 * terminal code, which takes 2 ms to load.
 */
export function isTerminal(descriptor: number): boolean {
  if (process.platform === "win32") return isatty(descriptor);
  try {
    const stats = fstatSync(descriptor);
    return stats.isCharacterDevice() && stats.rdev !== statSync("/dev/null").rdev && isatty(descriptor);
  } catch {
    return isatty(descriptor);
  }
}
