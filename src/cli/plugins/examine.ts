import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { InstalledPlugin } from "../../installed-plugin.ts";
import { readLanguageFile } from "../../language-file.ts";
import { readJson } from "../read-json.ts";
import type { PluginsWarning } from "./inventory.ts";

/** One contribution, loaded on trial. `ms` is what loading took; absent when it failed. */
export interface Trial {
  plugin: string;
  kind: "language" | "gate" | "provider";
  id: string;
  ms?: number;
  error?: string;
}

const LOAD_LIMIT_MS = 15_000;

/** What the child runs: it answers on its own descriptor, since the module may print. */
const PROBE = `
const [url, name, method] = process.argv.slice(1);
const { writeSync } = process.getBuiltinModule?.("node:fs") ?? (await import("node:fs"));
const say = (answer) => writeSync(3, JSON.stringify(answer));
const started = performance.now();
try {
  const module = await import(url);
  const ms = performance.now() - started;
  const found = typeof (module[name] ?? module.default)?.[method] === "function";
  say(found ? { ms } : { error: "it exports no " + name + " with a function " + method + "()" });
} catch (error) {
  say({ error: String(error?.message ?? error).split("\\n")[0] });
}
process.exit();
`;

/** Loads everything a plugin contributes, each module in a process of its own, one after the other. */
export async function examine(plugin: InstalledPlugin): Promise<Trial[]> {
  const { name, root, section } = plugin;
  const trials = Object.entries(section.languages).map(([id, file]) => tryLanguage(name, id, join(root, file)));
  for (const { id, module } of section.gates)
    trials.push({ plugin: name, kind: "gate", id, ...(await tryModule(join(root, module), "gate", "validate")) });
  for (const { id, module } of section.providers)
    trials.push({ plugin: name, kind: "provider", id, ...(await tryModule(join(root, module), "provider", "create")) });
  return trials;
}

function tryLanguage(plugin: string, id: string, path: string): Trial {
  const started = performance.now();
  try {
    readLanguageFile(path, id);
    return { plugin, kind: "language", id, ms: tenths(performance.now() - started) };
  } catch (error) {
    return { plugin, kind: "language", id, error: (error as Error).message };
  }
}

type Loaded = { ms: number } | { error: string };

async function tryModule(path: string, name: string, method: string): Promise<Loaded> {
  const argv = ["--input-type=module", "--eval", PROBE, pathToFileURL(path).href, name, method];
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const answer: Buffer[] = [];
  child.stdio[3]?.on("data", (chunk: Buffer) => answer.push(chunk));
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, LOAD_LIMIT_MS);
  const end = await new Promise<string>((resolve) => {
    child.on("error", (error) => resolve(`its process cannot be started: ${error.message}`));
    child.on("close", (code, signal) => resolve(`it ends the process with ${signal ?? code}`));
  });
  clearTimeout(timer);
  return (
    readAnswer(Buffer.concat(answer).toString()) ?? {
      error: late ? `it was not loaded within ${LOAD_LIMIT_MS} ms` : end,
    }
  );
}

/** What the probe says. The module can write there too, so that what is found may be anything. */
function readAnswer(text: string): Loaded | undefined {
  try {
    const { ms, error } = JSON.parse(text) as { ms?: unknown; error?: unknown };
    if (typeof ms === "number") return { ms: tenths(ms) };
    return typeof error === "string" ? { error } : undefined;
  } catch {
    return undefined;
  }
}

/** What an author should put right in the package itself. */
export function packageFaults(plugin: { name: string; root: string }, commands: readonly string[]): PluginsWarning[] {
  const faults: PluginsWarning[] = [];
  if (commands.length > 0 && !existsSync(join(plugin.root, "oclif.manifest.json")))
    faults.push({
      plugin: plugin.name,
      code: "NO_MANIFEST",
      message: `${plugin.name} has commands but no oclif.manifest.json: every call loads all of them. "oclif manifest" writes it.`,
    });
  const read = readJson(join(plugin.root, "package.json")) ?? {};
  const { peerDependencies = {}, peerDependenciesMeta = {}, oclif } = read as PackageFacts;
  if (commands.length === 0 && oclif?.commands !== undefined)
    faults.push({
      plugin: plugin.name,
      code: "NO_COMMANDS",
      message: `${plugin.name} declares commands, but none of them can be loaded. SNEQ_DEBUG=1 shows why.`,
    });
  if ("@sneq/engine" in peerDependencies && peerDependenciesMeta["@sneq/engine"]?.optional !== true)
    faults.push({
      plugin: plugin.name,
      code: "HOST_PEER",
      message: `${plugin.name} wants @sneq/engine as a peer that is not optional: npm would install the engine a second time.`,
    });
  return faults;
}

interface PackageFacts {
  oclif?: { commands?: unknown };
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
