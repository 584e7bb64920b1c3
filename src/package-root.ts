import { join } from "node:path";
import { fileURLToPath } from "node:url";

// The one module that the bundle replaces: its files lie elsewhere.
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const OWN_PATH = fileURLToPath(import.meta.url);

/** Absolute path of a file of the package, such as `packagePath("data", "fr.json")`. */
export function packagePath(...parts: string[]): string {
  return join(ROOT, ...parts);
}

/** Absolute path of a module that is not imported but run, by its name below `src`: the source, or what it was compiled to. */
export function modulePath(name: string): string {
  return OWN_PATH.endsWith(".ts") ? packagePath("src", `${name}.ts`) : packagePath("dist", `${name}.js`);
}
