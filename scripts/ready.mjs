// Installs and builds when that has not been done, or when the lock file or the sources are newer. Needs no dependency.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program in the repository and ends this process with its exit code when it fails. */
export function run(command, args, { quiet = false, env = process.env } = {}) {
  const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
  const done = spawnSync(command, args, { cwd: ROOT, stdio, env, encoding: "utf8" });
  if (done.status === 0) return;
  if (quiet) process.stderr.write(`${done.stdout ?? ""}${done.stderr ?? ""}`);
  process.stderr.write(`${command} ${args.join(" ")} failed${done.error ? `: ${done.error.message}` : ""}\n`);
  process.exit(done.status || 1);
}

export function install() {
  const installed = join(ROOT, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(ROOT, "package-lock.json")).mtimeMs) return;
  process.stderr.write("Installing dependencies; better-sqlite3 is compiled once, which takes a few minutes …\n");
  run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    env: { ...headersBesideNode(), ...process.env },
  });
}

/** Native modules are compiled against the headers that came with this Node, where they did; else node-gyp fetches them. */
function headersBesideNode() {
  const prefix = join(dirname(realpathSync(process.execPath)), "..");
  return existsSync(join(prefix, "include", "node", "node_api.h")) ? { npm_config_nodedir: prefix } : {};
}

const WHAT_A_BUILD_READS = [
  "src",
  "plugins",
  "migrations",
  "scripts",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  join("node_modules", ".package-lock.json"),
];

export function build() {
  const built = join(ROOT, "dist", ".built");
  if (existsSync(built) && statSync(built).mtimeMs >= newest(WHAT_A_BUILD_READS)) return;
  process.stderr.write("Building …\n");
  run("npm", ["run", "--silent", "build"]);
}

function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const full = join(ROOT, path);
    const stats = statSync(full, { throwIfNoEntry: false });
    if (!stats) continue;
    latest = Math.max(latest, stats.mtimeMs);
    if (stats.isDirectory())
      latest = Math.max(
        latest,
        newest(
          readdirSync(full)
            .filter((f) => f !== "dist" && f !== "node_modules")
            .map((f) => join(path, f)),
        ),
      );
  }
  return latest;
}
