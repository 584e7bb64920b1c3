// `npm run build`: compiles the engine, then each plugin that has sources, and bundles the command line. The stamp tells `npm start` what is fresh.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./ready.mjs";

rmSync(join(ROOT, "dist"), { recursive: true, force: true });
run("npx", ["tsc", "-p", "tsconfig.build.json"]);
for (const plugin of readdirSync(join(ROOT, "plugins"))) {
  const project = join("plugins", plugin, "tsconfig.json");
  if (!existsSync(join(ROOT, project))) continue;
  rmSync(join(ROOT, "plugins", plugin, "dist"), { recursive: true, force: true });
  run("npx", ["tsc", "-p", project]);
}
await import("./bundle.mjs");
mkdirSync(join(ROOT, "dist"), { recursive: true });
writeFileSync(join(ROOT, "dist", ".built"), "");
