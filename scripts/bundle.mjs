// The last step of `npm run build`: the command line and the libraries it touches as a few CommonJS files in dist/bundle.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { ROOT } from "./ready.mjs";

const OUT = join(ROOT, "dist", "bundle");
const applied = new Map();
/** A name begins here: it is no member of another, though it may be spread. */
const WORD = "(?<![\\w$]|(?<!\\.\\.)\\.)";

/** Rewrites files of dependencies for a quick start. Counted, so that an upgrade which moves the text fails the build. */
function patch(name, file, pattern, replacement) {
  return {
    name,
    transform: {
      filter: { id: file },
      handler(code) {
        const patched = code.replace(pattern, (...match) => {
          applied.set(name, (applied.get(name) ?? 0) + 1);
          return replacement(...match);
        });
        return patched === code ? null : { code: patched, map: null };
      },
    },
  };
}

/** A module with other contents. */
function replaceModule(name, source, code) {
  return {
    name,
    resolveId: { filter: { id: source }, handler: () => ({ id: `\0${name}`, moduleSideEffects: true }) },
    load: {
      filter: { id: new RegExp(`^\0${name}$`) },
      handler() {
        applied.set(name, (applied.get(name) ?? 0) + 1);
        return { code, moduleType: "js" };
      },
    },
  };
}

/** What TypeScript makes of an import is required where it is first used, not where it is written. */
function lazyRequires() {
  const statement = /^const (\w+_\d+) = ((?:__import\w+\()?require\("[^"]+"\)\)?);$/gm;
  return {
    name: "lazy-requires",
    transform: {
      filter: { id: /[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/ },
      handler(code) {
        const names = [...code.matchAll(statement)].map(([, name]) => name);
        let lazy = code.replace(statement, "let $1_; const $1 = () => ($1_ ??= $2);");
        for (const name of names) lazy = lazy.replace(new RegExp(`${WORD}${name}(?=[.)\\[])`, "g"), `(${name}())`);
        applied.set("lazy-requires", (applied.get("lazy-requires") ?? 0) + names.length);
        return { code: lazy, map: null };
      },
    },
  };
}

/** Our own patterns with classes of Unicode are made when they are first used: each takes up to half a millisecond. */
function lazyPatterns() {
  const statement = /^const ([A-Z][A-Z0-9_]*) = (\/.*\\p\{.*\/[a-z]*);$/gm;
  return {
    name: "lazy-patterns",
    transform: {
      filter: { id: /[\\/]dist[\\/](domain|narration)[\\/].*\.js$/ },
      handler(code) {
        const names = [...code.matchAll(statement)].map(([, name]) => name);
        let lazy = code.replace(statement, "let $1_; const make_$1 = () => ($1_ ??= $2);");
        for (const name of names) lazy = lazy.replace(new RegExp(`${WORD}${name}(?![\\w$])`, "g"), `make_${name}()`);
        applied.set("lazy-patterns", (applied.get("lazy-patterns") ?? 0) + names.length);
        return names.length > 0 ? { code: lazy, map: null } : null;
      },
    },
  };
}

/**
 * The last hand on every file. Each is loaded where it is first used: Node's own modules take up to 3 ms, and so do other files
 * of the bundle. `import()` goes through a file outside, since scripts from a code cache cannot do it. Pure ASCII is read
 * without decoding. By the first line a code cache tells one build from the next.
 */
function finish() {
  const outside = /^(?:let|const) ((?:node|require)_[\w$]+) = (require\("[^"]+"\));$(?![\s\S]*^\1 = )/gm;
  return {
    name: "finish",
    generateBundle(_, files) {
      const runtime = files["rolldown-runtime.cjs"].code;
      for (const file of Object.values(files)) {
        let code = file.code;
        // One file less to open in every call.
        if (file.fileName === "hot.cjs")
          code = code.replace(
            'require("./rolldown-runtime.cjs")',
            () => `(function (exports) {${runtime}return exports;})({})`,
          );
        const names = [...code.matchAll(outside)].map(([, name]) => name);
        code = code.replace(outside, (_, name, call) => `let ${name}_; const ${name} = () => (${name}_ ??= ${call});`);
        for (const name of names)
          code = code.replaceAll(new RegExp(`${WORD}${name.replaceAll("$", "\\$")}(?=\\.)`, "g"), () => `(${name}())`);
        code = importsOutside(code);
        code = code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
        file.code = `// ${createHash("sha256").update(code).digest("hex")}\n${code}`;
      }
    },
  };
}

/** `import(…)` as a call of the file outside; text that only reads like one stays. */
function importsOutside(code) {
  const starts = [];
  (function walk(node) {
    if (node === null || typeof node !== "object") return;
    if (node.type === "ImportExpression") starts.push(node.start);
    for (const child of Object.values(node)) walk(child);
  })(parseAst(code));
  for (const start of starts.sort((a, b) => b - a))
    code = `${code.slice(0, start)}require("../../bin/import.js")${code.slice(start + "import".length)}`;
  return code;
}

const IS_TERMINAL = JSON.stringify(join(ROOT, "dist", "cli", "is-terminal.js"));

/** What oclif has for help and plugins; and the packages it uses there, of which help needs the fewest. */
const OCLIF =
  /[\\/]@oclif[\\/]core[\\/]lib[\\/](?!(cache|command|flags|logger|errors[\\/].*|parser[\\/].*|util[\\/](util|aggregate-flags))\.js$)|[\\/]node_modules[\\/](string-width|strip-ansi|ansi-regex|is-fullwidth-code-point|emoji-regex)[\\/]/;
const PACKAGES = /[\\/]node_modules[\\/](?!@oclif|zod|drizzle-orm|better-sqlite3)/;

/** Out of the file that every call loads, without what they depend on. */
const APART = { tags: ["$initial"], priority: 1, includeDependenciesRecursively: false };

const PATHS = `const { join } = require("node:path");
exports.packagePath = (...parts) => join(__dirname, "..", "..", ...parts);
exports.modulePath = (name) => exports.packagePath("dist", name + ".js");`;

// Drizzle has written the statements once the library is compiled: the bundle holds what it wrote, and of Drizzle only migrations.
const { STATEMENT_NAMES, compiledStatement } = await import("../dist/store/sqlite/compiled-statements.js");
const compiled = Object.fromEntries(STATEMENT_NAMES.map((name) => [name, compiledStatement(name)]));
const STATEMENTS = `const COMPILED = ${JSON.stringify(compiled)};
export const STATEMENT_NAMES = Object.keys(COMPILED);
export const compiledStatement = (name) => COMPILED[name];`;

rmSync(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: { hot: join(ROOT, "dist", "cli", "main.js") },
  platform: "node",
  preserveEntrySignatures: "allow-extension",
  external: [
    /^(openai|@anthropic-ai\/sdk|sqlite-vec|typescript|ts-node|tsx|pnpapi)(\/|$)/,
    "better-sqlite3/build/Release/better_sqlite3.node",
  ],
  plugins: [
    replaceModule("statements", /[\\/]compiled-statements\.js$/, STATEMENTS),
    replaceModule("package-root", /[\\/]package-root\.js$/, PATHS),
    // The native file lies where better-sqlite3's installation puts it; its own search tries a dozen places.
    replaceModule(
      "bindings",
      /^bindings$/,
      `module.exports = () => require("better-sqlite3/build/Release/better_sqlite3.node");`,
    ),
    // oclif's trace, which only DEBUG shows, loads Node's terminal and network code.
    replaceModule(
      "debug",
      /^debug$/,
      `module.exports = process.env.DEBUG ? require("debug/src/index.js") : () => Object.assign(() => {}, { enabled: false });`,
    ),
    // A name for the user agent; looking for Windows below Linux loads what starts other programs.
    patch(
      "platform",
      /[\\/]@oclif[\\/]core[\\/]lib[\\/]util[\\/]os\.js$/,
      /\(await import\('wsl-utils'\)\)\.isWsl \? 'wsl' :/,
      (found) => `/microsoft/i.test(require("node:os").release()) && ${found}`,
    ),
    // The core plugins are named, not described by patterns: what matches patterns is not needed for them.
    patch(
      "plugin-names",
      /[\\/]@oclif[\\/]core[\\/]lib[\\/]config[\\/]plugin-loader\.js$/,
      /\(0, minimatch_1\.minimatch\)\(p, w\)/,
      (found) => `(/^@?\\w[\\w.-]*(\\/\\w[\\w.-]*)?$/.test(w) ? p === w : ${found})`,
    ),
    // zod compiles a function for each object it checks, which pays from some dozen inputs on: a call has one.
    patch(
      "interpreted-schemas",
      /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/,
      /(?<=export const globalConfig = )globalThis\.__zod_globalConfig/,
      (found) => `Object.assign(${found}, { jitless: true })`,
    ),
    lazyRequires(),
    lazyPatterns(),
    // main.ts sees to broken pipes; whoever names process.stdout has Node make a stream, which takes 3 ms.
    patch(
      "stdout-errors",
      /[\\/]@oclif[\\/]core[\\/]lib[\\/]command\.js$/,
      /^process\.stdout\.on\('error'[\s\S]*?^\}\);$/m,
      () => "",
    ),
    // How wide a terminal is, where there is one.
    patch(
      "screen",
      /[\\/]@oclif[\\/]core[\\/]lib[\\/]screen\.js$/,
      /termwidth\(process\.std(out|err)\)/g,
      (found, name) => `(require(${IS_TERMINAL}).isTerminal(${name === "out" ? 1 : 2}) ? ${found} : 80)`,
    ),
    // The first comparison by locale in a process loads the tables of ICU, which takes 20 ms.
    patch(
      "locale-compare",
      /[\\/]@oclif[\\/]core[\\/]lib[\\/]/,
      /(\w[\w.]*)\.localeCompare\(([\w.]+)\)/g,
      (_, a, b) => `(${a} < ${b} ? -1 : ${a} > ${b} ? 1 : 0)`,
    ),
  ],
});
await bundle.write({
  dir: OUT,
  format: "cjs",
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name].cjs",
  // All that any of the 15 commands runs is one file; what hangs on an `import()` stays out until it is asked for.
  codeSplitting: {
    groups: [
      { name: "hot", test: /[\\/]dist[\\/](cli[\\/](main|operation-command)|engine)\.js$/ },
      { name: "oclif", test: OCLIF, ...APART },
      { name: "packages", test: PACKAGES, ...APART },
      // Only models are told schemas.
      {
        name: "json-schema",
        test: /[\\/]zod[\\/]v4[\\/]core[\\/](to-json-schema|json-schema-processors)\.js$/,
        ...APART,
      },
    ],
  },
  plugins: [finish()],
});
await bundle.close();
const require = createRequire(import.meta.url);
// Half of better-sqlite3 is in the bundle, half is installed beside it.
const { dependencies } = require("../package.json");
if (dependencies["better-sqlite3"] !== require("better-sqlite3/package.json").version)
  throw new Error("package.json must name the one version of better-sqlite3 that is bundled");
// bin/run.js opens it by this name.
if (typeof require(join(OUT, "hot.cjs")).run !== "function") throw new Error("dist/bundle/hot.cjs does not export run");
for (const name of [
  "statements",
  "package-root",
  "bindings",
  "debug",
  "platform",
  "plugin-names",
  "interpreted-schemas",
  "lazy-requires",
  "lazy-patterns",
  "stdout-errors",
  "screen",
  "locale-compare",
])
  if (!applied.has(name)) throw new Error(`the change ${name} found nothing to change: a dependency has moved it`);
