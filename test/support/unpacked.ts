import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const HOMES = {
  below: "lib/node_modules",
  beside: "node_modules",
  isolated: "node_modules/.pnpm/@sneq+engine@0.0.0/node_modules",
};

/**
 * The package as `npm pack` makes it, in a folder of its own, with the repository's dependencies below it, beside it, or only
 * those it names beside it and itself behind a link, as pnpm does.
 */
export function unpack(into: string, dependencies: keyof typeof HOMES): string {
  const [{ filename }] = JSON.parse(
    execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", into], {
      cwd: ROOT,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }),
  );
  const home = join(into, HOMES[dependencies]);
  const folder = join(home, "@sneq", "engine");
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", join(into, filename), "--strip-components=1", "-C", folder]);
  const installed = join(ROOT, "node_modules");
  const link = (name: string) => {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    symlinkSync(join(installed, name), join(home, name));
  };
  if (dependencies === "below") symlinkSync(installed, join(folder, "node_modules"));
  else if (dependencies === "beside")
    readdirSync(installed)
      .filter((name) => name !== "@sneq" && !name.startsWith("."))
      .forEach(link);
  else Object.keys(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).dependencies).forEach(link);
  if (dependencies !== "isolated") return join(folder, "bin", "run.js");
  mkdirSync(join(into, "node_modules", "@sneq"));
  symlinkSync(folder, join(into, "node_modules", "@sneq", "engine"));
  return join(into, "node_modules", "@sneq", "engine", "bin", "run.js");
}

/** Where a program is, and what its calls are given. */
export interface Place {
  folder: string;
  program: string;
  env: NodeJS.ProcessEnv;
}

/** One call; whatever it says on stderr is a failure. */
export function call({ program, env, folder }: Place, argv: string[], cwd = folder) {
  const { status, stdout, stderr } = spawnSync(program, argv, { cwd, env, encoding: "utf8", input: "" });
  expect(stderr, argv.join(" ")).to.equal("");
  return { status, stdout };
}
