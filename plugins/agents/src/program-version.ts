import { run } from "./process/run.ts";
import { clip, plainText } from "./terminal-text.ts";

const TIMEOUT_MS = 5_000;
const OUTPUT_LIMIT = 64 * 1024;
const CHARACTERS = 100;

/** The first line a program prints for `--version`, or undefined when it prints none, fails or takes too long. */
export async function programVersion(path: string): Promise<string | undefined> {
  try {
    const limits = { timeoutMs: TIMEOUT_MS, outputLimit: OUTPUT_LIMIT };
    const { exitCode, stdout, stderr } = await run({ command: path, argv: ["--version"], stdin: "" }, limits);
    const lines = plainText(`${stdout}\n${stderr}`).split("\n");
    const first = lines.map((line) => line.trim()).find((line) => line !== "");
    return exitCode === 0 && first !== undefined ? clip(first, CHARACTERS) : undefined;
  } catch {
    return undefined;
  }
}
