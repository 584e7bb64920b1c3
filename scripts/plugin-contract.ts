import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Files of the contract's types, what is used before what uses it. */
const FILES = ["domain/entity", "domain/report", "domain/language-pack", "domain/gate", "domain/provider", "plugin"];

/**
 * The contract of plugins as one file of declarations that needs no package: dropped into a plugin's folder, it makes
 * `import type … from "@sneq/engine/plugin"` resolve. Made of the compiled declarations, which must be built before.
 */
export function pluginContract(root: string): string {
  const parts = FILES.map((file) => stripped(readFileSync(join(root, "dist", `${file}.d.ts`), "utf8")));
  const codes = /declare const PROVIDER_CODES: (.+);/.exec(read(root, "errors"))?.[1];
  if (!codes) throw new Error("dist/errors.d.ts declares no PROVIDER_CODES");
  const body = [`export type ProviderCode = (${codes})[number];`, ...parts].join("\n");
  return [
    "// The plugin contract of sneq-engine: types only. Written by `sneq-engine plugins contract`.",
    'declare module "@sneq/engine/plugin" {',
    ...body.split("\n").map((line) => (line === "" ? "" : `  ${line}`)),
    "}",
    "",
  ].join("\n");
}

function read(root: string, file: string): string {
  return readFileSync(join(root, "dist", `${file}.d.ts`), "utf8");
}

/** One module for all: no imports, no re-exports, and no `declare`, which an ambient module has already. */
function stripped(declarations: string): string {
  return declarations
    .replace(/^(import|export) (type )?\{[^}]*\} from "[^"]+";\n/gm, "")
    .replace(/^export \{\};\n/gm, "")
    .replace(/^export declare /gm, "export ")
    .replace(/^import type .*;\n/gm, "")
    .trimEnd();
}
