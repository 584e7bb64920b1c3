import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Plugin, settings } from "@oclif/core";
import { configJsonSchema } from "../src/config-schema.ts";
import { operations } from "../src/operations/index.ts";
import { commandTable, errorTable, indexPage, operationPage } from "../src/surfaces/reference.ts";
import { pluginContract } from "./plugin-contract.ts";

/**
 * Every file made from the definitions, by its path in the repository. The command manifest describes `dist`, which must
 * be built before.
 */
export async function generatedFiles(root: string): Promise<Map<string, string>> {
  const manifest = await ownManifest(root);
  const files = new Map([
    ["oclif.manifest.json", json(manifest)],
    ["config.schema.json", json(configJsonSchema())],
    ["plugin-contract.d.ts", pluginContract(root)],
    ["docs/reference/README.md", indexPage(operations)],
  ]);
  for (const operation of operations) {
    const flags = Object.values(manifest.commands[operation.name]?.flags ?? {});
    files.set(`docs/reference/${operation.name}.md`, operationPage(operation, flags));
  }
  for (const plugin of pluginsWithCommands(root))
    files.set(`${plugin}/oclif.manifest.json`, json(await manifestOf(join(root, plugin))));
  const readme = join(root, "README.md");
  if (existsSync(readme)) files.set("README.md", withTables(readFileSync(readme, "utf8")));
  return files;
}

/** Our own commands: the operations in the order of a turn, then those around plugins. */
async function ownManifest(root: string) {
  const { commands, ...rest } = await manifestOf(root);
  const inOrder = operations.map(({ name }) => [name, commands[name]] as const);
  const missing = inOrder.filter(([, command]) => !command).map(([name]) => name);
  if (missing.length > 0)
    throw new Error(
      `no command class for ${missing.join(", ")}: each operation needs one in src/commands and in src/cli/command-table.ts`,
    );
  const others = Object.entries(commands)
    .filter(([id]) => !inOrder.some(([name]) => name === id))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...rest, commands: Object.fromEntries([...inOrder, ...others]) };
}

/** What oclif would find by loading every command class; with it in a file, a call loads only its own. */
async function manifestOf(root: string) {
  settings.enableAutoTranspile = false;
  const plugin = new Plugin({ root, ignoreManifest: true, errorOnManifestCreate: true, respectNoCacheDefault: true });
  await plugin.load();
  return plugin.manifest;
}

/** Folders of the first-party plugins that bring commands, from the repository's root. */
function pluginsWithCommands(root: string): string[] {
  return readdirSync(join(root, "plugins"))
    .map((name) => `plugins/${name}`)
    .filter((folder) => {
      const path = join(root, folder, "package.json");
      return existsSync(path) && JSON.parse(readFileSync(path, "utf8")).oclif?.commands !== undefined;
    });
}

/** The README with its generated parts renewed: what stands between `<!-- generated:name -->` and its end. */
function withTables(readme: string): string {
  const parts = { commands: commandTable(operations, "docs/reference/"), errors: errorTable() };
  return Object.entries(parts).reduce(
    (text, [name, table]) =>
      text.replace(
        new RegExp(`(<!-- generated:${name} -->\n)[^]*?(<!-- /generated:${name} -->)`),
        (_, before, after) => `${before}${table}\n${after}`,
      ),
    readme,
  );
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
