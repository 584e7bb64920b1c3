import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonRecord } from "../../src/model/entities.ts";
import { RECORDS, SCHEMAS } from "./harbour.ts";

export const PLUGIN_ROOT = fileURLToPath(new URL("../..", import.meta.url));
const CLI = join(PLUGIN_ROOT, "bin", "store-cli.js");

export interface Run {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** A project of its own on disk, removed by `remove`. */
export class TestProject {
  readonly root = mkdtempSync(join(tmpdir(), "store-test-"));

  /** @param setup `schemas: false` leaves only the built-in minimum; `records: false` an empty store */
  constructor({ schemas = true, records = true, config = {} as JsonRecord } = {}) {
    this.write(".forge/config.json", { project: { name: "Harbour", prefix: "HB" }, ...config });
    if (schemas)
      for (const [name, schema] of Object.entries(SCHEMAS)) this.write(`.forge/schemas/${name}.schema.json`, schema);
    if (records) for (const [path, record] of Object.entries(RECORDS)) this.write(`.forge/store/${path}.json`, record);
  }

  path(relative: string): string {
    return join(this.root, relative);
  }

  write(relative: string, content: string | JsonRecord): void {
    const file = this.path(relative);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
  }

  record(relative: string): JsonRecord {
    return JSON.parse(readFileSync(this.path(`.forge/store/${relative}.json`), "utf8"));
  }

  /** Runs `store-cli` in the project, or in a folder below it. */
  run(args: string[], { input = "", cwd = "." } = {}): Promise<Run> {
    return finish(spawn(process.execPath, [CLI, ...args], { cwd: this.path(cwd) }), input);
  }

  /** The JSON document of a call that must succeed. */
  async json(...args: string[]) {
    const { status, stdout, stderr } = await this.run(args);
    if (status !== 0) throw new Error(`${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  }

  /** A digest of every file, folder and link, to see that nothing changed. */
  digest(): string {
    const hash = createHash("sha256");
    const visit = (folder: string) => {
      for (const name of readdirSync(folder).sort()) {
        const path = join(folder, name);
        const stats = lstatSync(path);
        hash.update(`${path}\n`);
        if (stats.isDirectory()) visit(path);
        else hash.update(stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path));
      }
    };
    visit(this.root);
    return hash.digest("hex");
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

/** Waits for a child and gathers what it printed. */
export function finish(child: ChildProcess, input: string): Promise<Run> {
  return new Promise((done, fail) => {
    let stdout = "";
    let stderr = "";
    child.stdout?.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr?.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.stdin?.on("error", () => {});
    child.stdin?.end(input);
    child.on("error", fail).on("close", (status) => done({ status, stdout, stderr }));
  });
}
