import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { log } from "../debug-log.ts";
import { npmFailure } from "./npm-failure.ts";

export interface NpmRun {
  cwd: string;
  /** Where npm keeps what it downloaded. */
  cache: string;
  /** The registry to use instead of the user's own setting. */
  registry?: string | undefined;
  /** Run the install scripts of packages. */
  scripts?: boolean | undefined;
  /** Longest wait for one answer of the registry, in milliseconds, and how often it is asked again. */
  patienceMs: number;
  retries: number;
}

/**
 * Settings that would carry the packages elsewhere or change what is written; npm hands them on to every program it starts,
 * so they are in the environment when the engine is called from an npm script.
 */
const MISLEADING =
  /^npm_config_(global|location|prefix|local_prefix|dry_run|workspaces?|include_workspace_root|package_lock|package_lock_only|save.*|omit|include|only|production|json|parseable|long|install_links|ignore_scripts|legacy_peer_deps|force|before|tag|node_options)$/i;

/**
 * Runs the npm that comes with @oclif/plugin-plugins and returns what it says as JSON.
 * @throws SneqError with one of the codes of `plugins`, made of npm's own.
 */
export async function npm(argv: readonly string[], run: NpmRun): Promise<unknown> {
  const flags = [
    ...["--json", "--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error", `--cache=${run.cache}`],
    ...["--no-global", "--no-workspaces", "--no-dry-run", "--legacy-peer-deps", "--install-links", "--omit=dev"],
    ...["--fetch-retry-mintimeout=200", "--fetch-retry-maxtimeout=1000", `--fetch-retries=${run.retries}`],
    `--fetch-timeout=${run.patienceMs}`,
    run.scripts ? "--no-ignore-scripts" : "--ignore-scripts",
    ...(run.registry === undefined ? [] : [`--registry=${run.registry}`]),
  ];
  const { code, stdout, stderr } = await execute([npmProgram(), ...argv, ...flags], run.cwd);
  log({ event: "npm", argv, exit: code, stderr });
  const answer = parsed(stdout);
  if (code !== 0) throw npmFailure(answer, stderr);
  return answer;
}

function execute(argv: string[], cwd: string): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !MISLEADING.test(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, argv, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => child.kill();
    process.once("exit", stop);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("exit", stop);
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() });
    });
  });
}

function npmProgram(): string {
  const pluginPlugins = createRequire(import.meta.url).resolve("@oclif/plugin-plugins");
  const packageJson = createRequire(pluginPlugins).resolve("npm/package.json");
  const { bin } = JSON.parse(readFileSync(packageJson, "utf8")) as { bin: { npm: string } };
  return join(dirname(packageJson), bin.npm);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
