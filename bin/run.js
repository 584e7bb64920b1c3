#!/usr/bin/env node
// The command line, from the bundle that `npm run build` leaves in dist. Compiling it takes longer than any command, so what
// V8 made of it is kept: by Node itself where it can, else by code-cache.js.
"use strict";
const { existsSync, statSync } = require("node:fs");
const { enableCompileCache } = require("node:module");
const { join } = require("node:path");

const { SNEQ_ENGINE_CACHE_DIR, XDG_CACHE_HOME, LOCALAPPDATA, HOME = "" } = process.env;
const base =
  XDG_CACHE_HOME ||
  { win32: LOCALAPPDATA, darwin: join(HOME, "Library", "Caches") }[process.platform] ||
  (HOME && join(HOME, ".cache"));
const cache = SNEQ_ENGINE_CACHE_DIR || (base && join(base, "sneq-engine"));
const bundle = join(__dirname, "..", "dist", "bundle", "hot.cjs");

let load = require;
if (cache) {
  const { loader, makeFolder } = require("./code-cache.js");
  if (!enableCompileCache) load = loader(join(cache, "code"));
  else
    try {
      const folder = join(cache, "node");
      makeFolder(folder);
      // Code that somebody else may have put there is not run.
      if (!process.getuid || statSync(folder).uid === process.getuid()) enableCompileCache(folder);
    } catch {
      // Where no folder can be made, Node would try for ever.
    }
}
let program;
try {
  program = load(bundle);
} catch (error) {
  if (existsSync(bundle)) throw error;
  const failure = { error: "This clone is not built: run npm start or npm run build.", code: "INTERNAL_ERROR" };
  console.log(JSON.stringify(failure));
  process.exit(2);
}
program.run(process.argv.slice(2));
