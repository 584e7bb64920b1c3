import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { globSync } from "tinyglobby";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const ENGINE_PARTS = ["domain", "errors", "store", "router", "resolver", "narration", "operations", "surfaces"];
const PROGRAM = [
  ...["engine", "campaign", "campaign-context", "narration-check", "hooks", "extensions", "config"],
  ...["gates", "installed-plugin", "installed-provider", "plugin-section", "language-file", "data-folder"],
];

/**
 * Who may import whom: folders and root files of `src`, packages, and Node's modules. `x (types)` allows its types only;
 * a path with a slash allows that one file. A layer that is not listed fails, so a new folder must be declared here.
 */
const MAY_IMPORT: Record<string, string[]> = {
  errors: [],
  "package-root": ["node:path", "node:url"],
  // re2js decides what a pattern means, which is a rule of canon.
  domain: ["errors", "zod", "re2js"],
  plugin: ["domain (types)"],
  // Beside the contract of plugins: the comparison of names, which any plugin is handed as data, and its word lists.
  narration: ["plugin", "domain", "package-root", "node:fs", "node:url"],
  store: ["domain", "errors", "package-root", "drizzle-orm", "better-sqlite3", "sqlite-vec", "node:fs", "node:timers"],
  // The provider contract and the built-in embedding are vocabulary; prompts are files; SDKs, see below.
  router: [
    "errors",
    "package-root",
    "zod",
    "domain/provider.ts",
    "domain/local-embedding.ts",
    "node:fs",
    "node:events",
    "openai",
    "@anthropic-ai/sdk",
  ],
  resolver: ["domain", "errors", "store/store.ts", "router", "zod"],
  operations: ["domain", "errors", "store/store.ts", "resolver", "router", "zod", "node:crypto"],
  surfaces: ["operations", "errors", "zod"],
  "config-schema": ["router", "domain", "zod"],
  ...Object.fromEntries(
    PROGRAM.map((file) => [
      file,
      [...ENGINE_PARTS, ...PROGRAM, "plugin", "config-schema", "package-root", "zod", "node:"],
    ]),
  ),
  index: ["engine", "campaign", "hooks (types)", "errors", "domain (types)", "resolver (types)"],
  testing: ["plugin (types)", "node:assert"],
  // The command line names presets and describes values in canon's own words.
  cli: [
    ...["engine", "extensions", "operations", "surfaces", "errors", "domain", "plugin", "@oclif/core"],
    ...["installed-plugin", "plugin-section", "language-file", "data-folder"],
    ...["commands", "package-root", "string-width", "tinyglobby", "node:"],
  ],
  commands: ["operations", "cli", "errors", "domain (types)", "@oclif/core"],
};

interface Import {
  file: string;
  from: string;
  to: string;
  typeOnly: boolean;
}

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const sources = globSync(["src/**/*.ts", "plugins/*/src/**/*.ts"], { cwd: ROOT }).sort();
const engineFiles = sources.filter((file) => file.startsWith("src/"));
const layerOf = (file: string) => (file.split("/")[0] ?? file).replace(/\.ts$/, "");

function importsOf(file: string): Import[] {
  const statements =
    /^(?:import|export)\s+(type\s)?(?:[^"';]*?\sfrom\s+)?"([^"]+)"|(?:(typeof )?\bimport|createRequire\([^()]*\))\("([^"]+)"\)/gm;
  return [...read(file).matchAll(statements)].map(([, type, static_ = "", typeOf, dynamic]) => {
    const name = dynamic ?? static_;
    const to = name.startsWith(".") ? relative("src", join(dirname(file), name)) : name;
    return { file, from: layerOf(relative("src", file)), to, typeOnly: Boolean(type ?? typeOf) };
  });
}

/** Whether an entry of the table is what allows an import. */
function allows(entry: string, { to, typeOnly }: Import): boolean {
  const [name = "", types] = entry.split(" ");
  if (types && !typeOnly) return false;
  if (name.endsWith(":")) return to.startsWith(name);
  return to === name || to.startsWith(`${name}/`) || to === `${name}.ts`;
}

function allowed(one: Import): boolean {
  const within = one.to.endsWith(".ts") && layerOf(one.to) === one.from;
  return within || (MAY_IMPORT[one.from] ?? []).some((entry) => allows(entry, one));
}

describe("the architecture", () => {
  it("lets each layer import what its line allows, and nothing else", () => {
    const imports = engineFiles.flatMap(importsOf);
    expect(engineFiles.length).to.be.greaterThan(50);
    expect(imports.length).to.be.greaterThan(200);
    expect(
      engineFiles.map((file) => layerOf(relative("src", file))).filter((layer) => !(layer in MAY_IMPORT)),
    ).to.deep.equal([]);
    expect(imports.filter((one) => !allowed(one)).map(({ file, to }) => `${file} → ${to}`)).to.deep.equal([]);
  });

  it("allows nothing that no file makes use of", () => {
    const imports = engineFiles.flatMap(importsOf);
    const layers = Object.keys(MAY_IMPORT).filter((layer) => !PROGRAM.includes(layer));
    const unused = layers.flatMap((layer) => {
      const own = imports.filter(({ from }) => from === layer);
      return (MAY_IMPORT[layer] ?? []).filter((entry) => !own.some((one) => allows(entry, one)));
    });
    expect(unused).to.deep.equal([]);
  });

  it("loads the vendors' SDKs only when they are used, inside providers", () => {
    const sdks = engineFiles.flatMap((file) =>
      [
        ...read(file).matchAll(/^import (?!type).*"(openai|@anthropic-ai\/sdk)|import\("(openai|@anthropic-ai\/sdk)/gm),
      ].map(([, eager, lazy]) => ({ file, eager, lazy })),
    );
    expect(sdks.filter(({ lazy }) => lazy)).to.have.length.greaterThan(1);
    expect(sdks.filter(({ file, eager }) => eager || !file.startsWith("src/router/providers/"))).to.deep.equal([]);
  });

  it("gives a plugin the public contract and nothing deeper", () => {
    const plugins = sources.filter((file) => file.startsWith("plugins/"));
    const reached = plugins.flatMap((file) =>
      importsOf(file)
        .filter(({ to }) => to.startsWith("@sneq/engine") || /^(\.\.\/)+(src|dist)\//.test(to))
        .map(({ to, typeOnly }) => ({ file, to, typeOnly })),
    );
    expect(reached).to.have.length.greaterThan(0);
    expect(reached.filter(({ to, typeOnly }) => to !== "@sneq/engine/plugin" || !typeOnly)).to.deep.equal([]);
  });

  it("keeps every file within 300 lines", () => {
    const long = sources.filter((file) => read(file).split("\n").length > 301);
    expect(long).to.deep.equal([]);
  });

  it("exports by name, but for what oclif and the loading of plugins take as a default", () => {
    const byDefault = sources.filter((file) => /^export default /m.test(read(file)));
    const expected =
      /\/commands\/|^src\/cli\/help\.ts$|\/cli\/[a-z-]+-help\.ts$|^plugins\/[^/]+\/src\/(index|plugin|provider)\.ts$/;
    expect(byDefault.filter((file) => !expected.test(file))).to.deep.equal([]);
    expect(sources.filter((file) => /^export \*/m.test(read(file)))).to.deep.equal([]);
  });

  it("has no folder that is named after nothing", () => {
    const nameless = /(^|\/)(utils?|helpers?|common|core|types|shared|services|lib|misc)\//;
    expect(sources.filter((file) => nameless.test(file))).to.deep.equal([]);
  });
});
