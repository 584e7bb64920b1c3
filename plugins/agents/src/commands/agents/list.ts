import { AgentCommand } from "../../cli/agent-command.ts";
import { table } from "../../cli/table.ts";
import { findProgram } from "../../process/find-program.ts";
import { programVersion } from "../../program-version.ts";
import { BUILT_IN_RECIPES } from "../../recipes/built-in.ts";

interface ListedRecipe {
  recipe: string;
  summary: string;
  /** The executable, or null for a recipe that has none of its own. */
  command: string | null;
  found: boolean | null;
  path: string | null;
  version: string | null;
}

const OWN_RECIPE: ListedRecipe = {
  recipe: "command",
  summary: "Any program, described by options",
  command: null,
  found: null,
  path: null,
  version: null,
};

const NONE_FOUND = `
None of these programs is on PATH. Install one and sign in to it, or use
a program you have:
  sneq-engine agents test --recipe command --options '{"command":"claude","argv":["-p"],"stdin":"{prompt}"}'`;

export default class AgentsList extends AgentCommand {
  static override summary = "Show the recipes for agent programs, and which programs are installed.";
  static override examples = ["<%= config.bin %> <%= command.id %>"];

  protected override async answer(): Promise<{ recipes: ListedRecipe[] }> {
    await this.parse(AgentsList);
    const builtIn = await Promise.all(BUILT_IN_RECIPES.map(inspect));
    return { recipes: [...builtIn, OWN_RECIPE] };
  }

  protected override describe({ recipes }: { recipes: ListedRecipe[] }): string {
    const rows = recipes.map(({ recipe, summary, found, path, version }) => [
      recipe,
      summary,
      found === null ? "-" : found ? "yes" : "no",
      version ?? "-",
      path ?? "-",
    ]);
    const shown = table(["RECIPE", "PROGRAM", "FOUND", "VERSION", "PATH"], rows);
    return recipes.some(({ found }) => found) ? shown : `${shown}\n${NONE_FOUND}`;
  }
}

async function inspect({ id, summary, command }: (typeof BUILT_IN_RECIPES)[number]): Promise<ListedRecipe> {
  const path = await findProgram(command, process.env);
  const version = path === undefined ? undefined : await programVersion(path);
  return {
    recipe: id,
    summary,
    command,
    found: path !== undefined,
    path: path ?? null,
    version: version ?? null,
  };
}
