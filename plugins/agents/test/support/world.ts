import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const STAND_INS = fileURLToPath(new URL("../stand-ins/", import.meta.url));

export interface Call {
  argv: string[];
  stdin: string;
  cwd: string;
  pid: number;
}

/** A folder in which stand-ins keep their state, and in which a test keeps its files. */
export interface World {
  folder: string;
  /** The environment of a program that lives in this world; the stand-ins are on its PATH as hermes, kimi and grok. */
  env(more?: Record<string, string>): Record<string, string>;
  /** Prepares what the stand-ins say, call by call; the last reply is repeated. */
  says(...replies: unknown[]): Promise<void>;
  /** How the stand-ins were called, in order. */
  calls(): Promise<Call[]>;
  file(name: string): string;
  remove(): Promise<void>;
}

/** The path of a stand-in: hermes, kimi, grok or program. */
export function standIn(name: string): string {
  return join(STAND_INS, `${name}.mjs`);
}

export async function makeWorld(programs: string[] = ["hermes", "kimi", "grok"]): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), "agents-"));
  await Promise.all(programs.map((name) => symlink(standIn(name), join(folder, name))));
  return {
    folder,
    env: (more = {}) => ({
      PATH: `${folder}:${process.env.PATH ?? ""}`,
      HOME: folder,
      STAND_IN_STATE: folder,
      ...more,
    }),
    says: (...replies) => {
      const texts = replies.map((reply) => (typeof reply === "string" ? reply : JSON.stringify(reply)));
      return writeFile(join(folder, "replies.json"), JSON.stringify(texts));
    },
    calls: async () => {
      const text = await readFile(join(folder, "calls.jsonl"), "utf8").catch(() => "");
      return text
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Call);
    },
    file: (name) => join(folder, name),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
