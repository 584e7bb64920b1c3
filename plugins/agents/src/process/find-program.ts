import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join, sep } from "node:path";

/** The path of an executable as the system would find it on PATH, or undefined. A command with a separator is a path itself. */
export async function findProgram(
  command: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  if (command.includes(sep)) return (await isExecutable(command)) ? command : undefined;
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const path = join(folder, command);
    if (await isExecutable(path)) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
