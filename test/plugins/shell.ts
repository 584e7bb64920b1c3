import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const CHECKOUT = fileURLToPath(new URL("../..", import.meta.url));

export interface Outcome {
  stdout: string;
  stderr: string;
  code: number | null;
  /** The one line of the answer, parsed. */
  json: Record<string, unknown>;
}

/** A user's machine of its own: an empty HOME, and the program under test. */
export class Shell {
  readonly home = mkdtempSync(join(tmpdir(), "sneq-home-"));
  readonly bin: string;
  readonly env: Record<string, string>;

  constructor(bin = join(CHECKOUT, "bin", "run.js"), env: Record<string, string> = {}) {
    this.bin = bin;
    this.env = { ...inherited(), HOME: this.home, XDG_CACHE_HOME: join(this.home, "cache"), ...env };
  }

  get dataDir(): string {
    return this.env.SNEQ_ENGINE_DATA_DIR ?? join(this.home, ".local", "share", "sneq-engine");
  }

  /** Runs the program. `options.args` becomes `--args`. */
  run(argv: readonly string[], options: { env?: Record<string, string>; cwd?: string } = {}): Promise<Outcome> {
    return runProgram(process.execPath, [this.bin, ...argv], {
      cwd: options.cwd ?? this.home,
      env: { ...this.env, ...options.env },
    });
  }

  /** Runs one of the engine's operations on the campaign of this shell. */
  call(operation: string, args: object = {}, flags: readonly string[] = [], env: Record<string, string> = {}) {
    const place = ["--db", join(this.home, "canon.db"), "--campaign", "c1"];
    return this.run([operation, ...place, "--args", JSON.stringify(args), ...flags], { env });
  }

  /** Writes files below a folder of the home; objects become JSON. Returns the folder. */
  write(folder: string, files: Record<string, string | object>): string {
    for (const [name, content] of Object.entries(files)) {
      const path = join(this.home, folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content, null, 2));
    }
    return join(this.home, folder);
  }

  /** A plugin with the given `sneq` section, linked as `plugins link` would. */
  link(name: string, section: object, files: Record<string, string | object> = {}, more: object = {}): string {
    const root = this.write(join("linked", name), {
      "package.json": { name, version: "1.0.0", type: "module", oclif: {}, sneq: section, ...more },
      ...files,
    });
    this.#linked.push({ name, root, type: "link" });
    this.#register();
    return root;
  }

  unlinkAll(): void {
    this.#linked = [];
    this.#register();
  }

  #linked: object[] = [];

  #register(): void {
    mkdirSync(this.dataDir, { recursive: true });
    writeFileSync(join(this.dataDir, "package.json"), JSON.stringify({ oclif: { plugins: this.#linked, schema: 1 } }));
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** The environment without what npm, the program or a caller's own settings would add to it. */
function inherited(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !/^(npm_|SNEQ_|XDG_|NODE_OPTIONS$|INIT_CWD$|.*_API_KEY$)/i.test(entry[0]),
    ),
  );
}

export function runProgram(
  program: string,
  argv: readonly string[],
  options: { cwd: string; env: Record<string, string> },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      stderr += chunk;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ stdout, stderr, code, json: parsed(stdout) }));
  });
}

function parsed(stdout: string): Record<string, unknown> {
  try {
    return JSON.parse(stdout) as Record<string, unknown>;
  } catch {
    return {};
  }
}
