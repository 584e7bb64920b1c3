import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "chai";

/**
 * Follows a document literally, from top to bottom: a fenced block with a file name behind its language is written to that
 * file; in a `console` block each line behind `$ ` is run and what stands under it is what it must print. `…` is any text, a
 * line of its own `…` any lines. Variables that are exported hold for the commands after it. Returns how many were run.
 */
export async function follow(document: string, cwd: string, env: Record<string, string>): Promise<number> {
  const exported: string[] = [];
  let run = 0;
  for (const [, language, file, body = ""] of readFileSync(document, "utf8").matchAll(
    /^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm,
  )) {
    if (file) {
      mkdirSync(dirname(join(cwd, file)), { recursive: true });
      writeFileSync(join(cwd, file), body);
    }
    if (language !== "console") continue;
    for (const [, command = "", expected = ""] of body.matchAll(/^\$ (.*)\n((?:(?!\$ ).*\n)*)/gm)) {
      run++;
      if (command.startsWith("export ")) exported.push(command);
      const { stdout, stderr } = await bash([...exported, command].join("; "), cwd, env);
      expect(stdout, `${command}\n${stderr}`).to.match(pattern(expected));
      expect(stderr, command).to.equal("");
    }
  }
  return run;
}

function pattern(expected: string): RegExp {
  const escaped = expected
    .split("…")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[\\s\\S]*?");
  return new RegExp(`^${escaped}$`);
}

function bash(script: string, cwd: string, env: Record<string, string>): Promise<{ stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", script], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", () => resolve({ stdout, stderr }));
  });
}
