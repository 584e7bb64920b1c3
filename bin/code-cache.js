// V8's code cache for Node 20: scripts are loaded with what an earlier call of the same command had compiled. Whatever is
// wrong with the folder or a file in it costs time only.
"use strict";
const fs = require("node:fs");
const { createRequire } = require("node:module");
const { basename, dirname, join } = require("node:path");
const vm = require("node:vm");

/** Smaller scripts compile faster than their cache is read. */
const WORTH_CACHING = 20_000;
const DAY_MS = 86_400_000;

/** A `require` for the files of the bundle and whatever they require. Caches are kept in `folder`. */
exports.loader = function loader(folder) {
  const modules = new Map();
  const late = [];
  const [, , command = "none"] = process.argv;
  // V8 compares nothing but the length of the source: the rest of what code depends on is in the key.
  const { version, versions, arch, execArgv, env } = process;
  const origin = [command, version, versions.v8, arch, execArgv, env.NODE_OPTIONS].join("\n");

  function load(file) {
    const known = modules.get(file);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(file, module);
    // The bundle is pure ASCII, which is read and compiled without decoding.
    const source = fs.readFileSync(file, "latin1");
    const key = `${origin}\n${file}\n${source.slice(0, source.indexOf("\n"))}`;
    const cache = join(folder, `${basename(file, ".cjs")}-${nameOf(key)}`);
    const cached = source.length > WORTH_CACHING ? read(cache, key) : undefined;
    const script = new vm.Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
      filename: file,
      cachedData: cached?.data,
      // Resolved from here, which is the same package.
      importModuleDynamically: (name) => import(name),
    });
    const generation = script.cachedDataRejected === false ? cached.generation + 1 : 0;
    if (source.length > WORTH_CACHING && isDue(cached, generation)) late.push({ script, cache, key, generation });
    script.runInThisContext()(module.exports, requireFrom(file), module, file, dirname(file));
    return module.exports;
  }

  function requireFrom(file) {
    const outside = createRequire(file);
    const require = (name) => (name.startsWith("./") ? load(join(dirname(file), name)) : outside(name));
    return Object.assign(require, outside);
  }

  // Only what a call that succeeded has used is worth keeping.
  process.on("exit", (code) => {
    if (code === 0) for (const one of late) write(folder, one);
  });
  return load;
};

/** Calls of one command take different ways: a cache that has grown old enough is renewed with what this call added. */
function isDue(cached, generation) {
  return generation === 0 || (generation < 8 && Date.now() - cached.mtimeMs > 1000 * 8 ** generation);
}

/**
 * A cache that this user wrote whole and for this key; else nothing. The data stands there twice, since V8 takes flipped bytes
 * for code, and comparing takes a tenth of what any checksum takes that Node has at this point.
 */
function read(file, key) {
  try {
    const fd = fs.openSync(file, "r");
    try {
      const { uid, size, mtimeMs } = fs.fstatSync(fd);
      if (process.getuid && uid !== process.getuid()) return undefined;
      const bytes = Buffer.allocUnsafeSlow(size);
      if (fs.readSync(fd, bytes, 0, size, 0) !== size) return undefined;
      const length = bytes.readUInt32LE(0);
      const generation = bytes.readUInt32LE(4);
      const data = bytes.subarray(8, 8 + length);
      const whole =
        size === 8 + 2 * length + Buffer.byteLength(key) && data.equals(bytes.subarray(8 + length, 8 + 2 * length));
      return whole && bytes.toString("utf8", 8 + 2 * length) === key ? { data, generation, mtimeMs } : undefined;
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Under another name first: no process ever reads half a file. */
function write(folder, { script, cache, key, generation }) {
  const partial = `${cache}.${process.pid}`;
  try {
    makeFolder(folder);
    const data = script.createCachedData();
    const header = Buffer.alloc(8);
    header.writeUInt32LE(data.length, 0);
    header.writeUInt32LE(generation, 4);
    fs.writeFileSync(partial, Buffer.concat([header, data, data, Buffer.from(key)]), { mode: 0o600, flag: "wx" });
    fs.renameSync(partial, cache);
    removeOld(folder);
  } catch {
    discard(partial);
  }
}

/**
 * Makes the folder and two above it; throws when it cannot. One by one: Node's recursive mkdir never ends where the system answers ENOENT to a mkdir in a
 * folder that is there (/proc, automounted homes), and would create a home that does not exist.
 */
exports.makeFolder = makeFolder;
function makeFolder(folder) {
  for (const path of [dirname(dirname(folder)), dirname(folder), folder])
    try {
      fs.mkdirSync(path, { mode: 0o700 });
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
}

function discard(file) {
  try {
    fs.rmSync(file, { force: true });
  } catch {
    // It was never made: the home is no folder.
  }
}

/** A file name for a key, by the FNV-1a hash. */
function nameOf(key) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16);
}

/** What other builds have left behind; a folder that was named by the user may hold other files. */
function removeOld(folder) {
  for (const name of fs.readdirSync(folder)) {
    if (!/^[\w-]+-[0-9a-f]{1,8}(\.\d+)?$/.test(name)) continue;
    const file = join(folder, name);
    if (Date.now() - fs.statSync(file).mtimeMs > 30 * DAY_MS) fs.rmSync(file, { force: true });
  }
}
