// `npm test`: installs when needed, builds, runs every test. The last line is `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { install, ROOT, run } from "./ready.mjs";

install();
run("npm", ["run", "--silent", "build"]);
const mocha = spawnSync("npx", ["mocha", ...process.argv.slice(2)], { cwd: ROOT, stdio: "inherit" });
process.exit(mocha.status ?? 1);
