// The shared contract through the program as people get it: packed, installed globally, run by a user who may not write where it
// lies, in an empty home; then with a cache folder that is absent, read-only, spoilt, and spoilt while it is used.
//
//   node scripts/contract-installed.mjs <contract folder> [case…]
//
// As root the calls run as `nobody`, whom file modes bind. The native module comes from the clone: compiling it is npm's part.
import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ROOT } from "./ready.mjs";
import { SPOILS, spoil } from "./spoil.mjs";

const NOBODY = 65534;
const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const [contract, ...wanted] = process.argv.slice(2);
if (!contract || !existsSync(join(contract, "run.mjs"))) {
  process.stderr.write("usage: node scripts/contract-installed.mjs <contract folder> [case…]\n");
  process.exit(2);
}
const files = readFileSync(join(ROOT, ".ci", "contract"), "utf8")
  .trim()
  .split("\n");
const scratch = mkdtempSync(join(tmpdir(), "sneq-installed-"));
const program = join(scratch, "global", "bin", "sneq-engine");
let passed = 0;
let failed = 0;

/** `npm i -g` of what `npm pack` makes, by a user whose home is empty but for npm's own downloads. */
function install() {
  const npm = (args, options = {}) =>
    execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], cwd: ROOT, ...options });
  const cache = npm(["config", "get", "cache"]).trim();
  const [{ filename }] = JSON.parse(npm(["pack", "--json", "--ignore-scripts", "--pack-destination", scratch]));
  const home = folder("installer");
  npm(
    [
      "install",
      "--global",
      "--prefix",
      join(scratch, "global"),
      "--prefer-offline",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
      join(scratch, filename),
    ],
    { cwd: home, env: { ...process.env, HOME: home, npm_config_cache: cache } },
  );
  const native = join("node_modules", "better-sqlite3", "build");
  cpSync(join(ROOT, native), join(scratch, "global", "lib", "node_modules", "@sneq", "engine", native), {
    recursive: true,
  });
}

/** A folder that belongs to whoever runs the calls. */
function folder(name) {
  const path = join(scratch, name);
  mkdirSync(path);
  if (asNobody.uid !== undefined) chownSync(path, NOBODY, NOBODY);
  return path;
}

/** The contract, or the named files of it, with the cache folder where `cache` says. */
function start(cache, some = files) {
  const env = { PATH: process.env.PATH, HOME: scratch, ...(cache ? { SNEQ_ENGINE_CACHE_DIR: cache } : {}) };
  const paths = some.map((file) => join(resolve(contract), file));
  const args = [join(resolve(contract), "run.mjs"), "--bin", program, ...paths];
  const child = spawn(process.execPath, args, { env, cwd: tmpdir(), ...asNobody });
  let out = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      out += text;
    });
  return new Promise((done) => child.on("close", (code) => done({ code, out })));
}

/** One case: the whole contract. `meanwhile` is called again and again while it runs. */
async function run(name, cache, meanwhile) {
  const timer = meanwhile && setInterval(meanwhile, 15);
  const { code, out } = await start(cache);
  clearInterval(timer);
  const [, p = 0, f = 1] = /^(\d+) passed, (\d+) failed$/m.exec(out) ?? [];
  passed += Number(p);
  failed += Number(f) || (code === 0 ? 0 : 1);
  process.stdout.write(`${name}: ${p} passed, ${f} failed\n`);
  if (code !== 0) process.stdout.write(out);
}

/** Files of a cache folder, at any depth. */
function filesIn(path) {
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
}

function setModes(path, file, directory) {
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath ?? entry.path, entry.name), entry.isFile() ? file : directory);
  chmodSync(path, directory);
}

/** A cache that the program wrote, sealed after `change`, and still the same at the end. */
async function sealed(name, change) {
  const path = folder(name);
  await start(path, files.slice(0, 1));
  if (filesIn(path).length === 0) throw new Error("the program wrote no cache");
  for (const [at, file] of filesIn(path).entries()) change(file, at);
  setModes(path, 0o444, 0o555);
  const state = () => filesIn(path).map((file) => readFileSync(file).toString("latin1"));
  const before = state().join();
  await run(name, path);
  if (state().join() === before) passed++;
  else failed++;
  setModes(path, 0o644, 0o755);
}

/** A cache whose files are spoilt as they come; now and then all go, so that they are written again. */
async function underFire(name) {
  const path = folder(name);
  let ticks = 0;
  let spoilt = 0;
  await run(name, path, () => {
    const found = filesIn(path);
    if (++ticks % 60 === 0)
      for (const entry of readdirSync(path)) rmSync(join(path, entry), { recursive: true, force: true, maxRetries: 5 });
    else if (found.length > 0) spoilt += spoil(found[Math.floor(Math.random() * found.length)]) ? 1 : 0;
  });
  process.stdout.write(`${name}: a file was spoilt ${spoilt} times\n`);
  if (spoilt === 0) failed++;
}

const CASES = {
  "empty home": (name) => run(name),
  absent: (name) => run(name, join(scratch, "nowhere", "that", "can", "be", "made")),
  "read-only": (name) => sealed(name, () => {}),
  spoilt: (name) => sealed(name, (file, at) => spoil(file, SPOILS[at % SPOILS.indexOf("foreign")])),
  "spoilt in use": underFire,
};

try {
  chmodSync(scratch, 0o755);
  install();
  for (const [name, test] of Object.entries(CASES)) if (wanted.length === 0 || wanted.includes(name)) await test(name);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
