import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * What the commands cost, in CPU milliseconds, as medians of interleaved runs. `list` and `query` at N tasks are
 * compared, above the cost of `--help`, with a bare Node loop that reads and parses the same files, above the cost of
 * starting Node; `read`, `write` and `update-status` are compared at 10 and at N tasks.
 *
 * Usage, after a build: `tsx bench/records.ts [N] [runs]`
 */
const COUNT = Number(process.argv[2] ?? 10_000);
const RUNS = Number(process.argv[3] ?? 7);
const SMALL = 10;
const CLI = fileURLToPath(new URL("../bin/store-cli.js", import.meta.url));

const LOOP = `
  const { readdirSync, readFileSync } = require("node:fs");
  const folder = process.cwd() + "/.forge/store/tasks/";
  const tasks = readdirSync(folder).map((name) => JSON.parse(readFileSync(folder + name, "utf8")));
  process.stdout.write(String(tasks.length));
`;

/** Reports the child's own CPU time on a fourth descriptor when it ends. */
const METER =
  "data:text/javascript,import{writeSync}from'node:fs';" +
  "process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(3,String(user+system))})";

const LINEAR: Record<string, string[]> = {
  "list task": ["list", "task"],
  "query --keyword (all match)": ["query", "--keyword", "number"],
  "query --sprint (2 % match)": ["query", "--sprint", "S1"],
  "nlp (all match)": ["nlp", "draft tasks"],
  "nlp count": ["nlp", "how many draft tasks"],
};
const CONSTANT: Record<string, string[]> = {
  read: ["read", "task", "B-S1-T1"],
  write: ["write", "task", JSON.stringify(taskOf(1))],
  "update-status": ["update-status", "task", "B-S1-T1", "status", "draft"],
};

function taskOf(index: number) {
  const sprintId = `S${index % 50}`;
  const taskId = `B-${sprintId}-T${index}`;
  return { taskId, sprintId, title: `Task number ${index}`, status: "draft", path: `docs/${taskId}` };
}

function project(count: number): string {
  const root = mkdtempSync(join(tmpdir(), "store-bench-"));
  const tasks = join(root, ".forge", "store", "tasks");
  const sprints = join(root, ".forge", "store", "sprints");
  mkdirSync(tasks, { recursive: true });
  mkdirSync(sprints);
  writeFileSync(join(sprints, "S1.json"), '{"sprintId":"S1","title":"Sprint","status":"active","taskIds":[]}');
  writeFileSync(join(root, ".forge", "config.json"), '{"project":{"prefix":"B"}}');
  for (let index = 0; index < count; index += 1) {
    const task = taskOf(index);
    writeFileSync(join(tasks, `${task.taskId}.json`), `${JSON.stringify(task, null, 2)}\n`);
  }
  return root;
}

function cpuOf(cwd: string, args: string[]): number {
  const done = spawnSync(process.execPath, ["--import", METER, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    maxBuffer: 1 << 30,
  });
  if (done.status !== 0) throw new Error(`${args.join(" ")}: ${done.stderr}`);
  return Number(String(done.output[3])) / 1000;
}

const small = project(SMALL);
const large = project(COUNT);
const calls: [string, string, string[]][] = [
  ["node", large, ["-e", "0"]],
  ["loop", large, ["-e", LOOP]],
  ["help", large, [CLI, "--help"]],
  ...Object.entries(LINEAR).map(([name, args]): [string, string, string[]] => [name, large, [CLI, ...args]]),
  ...Object.entries(CONSTANT).flatMap(([name, args]): [string, string, string[]][] => [
    [`${name} ${SMALL}`, small, [CLI, ...args]],
    [`${name} ${COUNT}`, large, [CLI, ...args]],
  ]),
];
const samples = new Map<string, number[]>(calls.map(([name]) => [name, []]));
for (let run = 0; run < RUNS; run += 1) {
  for (const [name, cwd, args] of calls) samples.get(name)?.push(cpuOf(cwd, args));
}
rmSync(small, { recursive: true });
rmSync(large, { recursive: true });

const median = (name: string) => {
  const sorted = (samples.get(name) ?? []).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
const loop = median("loop") - median("node");
const show = (name: string, text: string) => process.stdout.write(`${name.padEnd(30)} ${text}\n`);
show(`loop over ${COUNT} tasks`, `${loop.toFixed(0)} ms above node (${median("node").toFixed(0)} ms)`);
show("store-cli --help", `${median("help").toFixed(0)} ms`);
for (const name of Object.keys(LINEAR)) {
  const above = median(name) - median("help");
  show(name, `${above.toFixed(0)} ms above --help, ${(above / loop).toFixed(2)} x the loop`);
}
for (const name of Object.keys(CONSTANT)) {
  show(
    name,
    `${median(`${name} ${SMALL}`).toFixed(0)} ms at ${SMALL}, ${median(`${name} ${COUNT}`).toFixed(0)} ms at ${COUNT}`,
  );
}
