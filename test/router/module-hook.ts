/** A value for `node --import`: names on stderr every module that a process resolves, one a line. */
export const MODULE_HOOK = `data:text/javascript,${encodeURIComponent(`
  import { register } from "node:module";
  register("data:text/javascript," + encodeURIComponent(\`
    import { writeSync } from "node:fs";
    export async function resolve(specifier, context, next) {
      const found = await next(specifier, context);
      writeSync(2, found.url + "\\\\n");
      return found;
    }\`));
`)}`;

/** The vendors' SDKs among the modules named. */
export function sdksAmong(modules: string): string[] {
  return ["openai", "@anthropic-ai/sdk"].filter((sdk) => modules.includes(`/node_modules/${sdk}/`));
}
