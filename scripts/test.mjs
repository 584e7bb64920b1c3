// `npm test`: installs when needed, builds, runs every test. The last line is `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { install, ROOT, run } from "./ready.mjs";

install();
run("npm", ["run", "--silent", "build"]);
// Not in .mocharc.json, whose files would be added to those that somebody names on the command line.
const files = process.argv.length > 2 ? process.argv.slice(2) : ["test/**/*.test.ts", "plugins/*/test/**/*.test.ts"];
const mocha = spawnSync("npx", ["mocha", ...files], { cwd: ROOT, stdio: "inherit" });
process.exit(mocha.status ?? 1);
