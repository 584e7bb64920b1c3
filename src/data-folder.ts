import { join } from "node:path";

/**
 * The user's folder of this program, as oclif has it: plugins that are installed, files of providers. Nothing is created, and
 * nothing of the system is loaded when the environment tells.
 */
export function dataFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (env.SNEQ_ENGINE_DATA_DIR) return env.SNEQ_ENGINE_DATA_DIR;
  const windows = process.platform === "win32";
  const base = env.XDG_DATA_HOME || (windows && env.LOCALAPPDATA) || join(home(env, windows), ".local", "share");
  return join(base, "sneq-engine");
}

function home(env: Readonly<Record<string, string | undefined>>, windows: boolean): string {
  const told = env.HOME || (windows && env.USERPROFILE);
  if (told) return told;
  const { homedir, tmpdir } = process.getBuiltinModule("node:os");
  return homedir() || tmpdir();
}
