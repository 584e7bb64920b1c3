import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { PLUGIN_API } from "../../plugin.ts";
import { pluginsFailure } from "./failure.ts";

/** The files an author gets, by the name they have in the engine's package. */
const FILES = [
  { from: "plugin-contract.d.ts", to: "sneq-plugin.d.ts" },
  { from: join("dist", "testing.js"), to: "sneq-contract.js" },
];

/** Writes types and tests of the contract into a folder. @throws SneqError NOT_WRITABLE */
export function writeContract(packageRoot: string, typed: string): { api: number; files: string[] } {
  const folder = resolve(typed);
  try {
    mkdirSync(folder, { recursive: true });
    for (const { from, to } of FILES) copyFileSync(join(packageRoot, from), join(folder, to));
  } catch (error) {
    throw pluginsFailure("NOT_WRITABLE", `The contract cannot be written into ${folder}: ${(error as Error).message}`);
  }
  return { api: PLUGIN_API, files: FILES.map(({ to }) => join(folder, to)) };
}
