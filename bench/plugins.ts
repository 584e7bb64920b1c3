/**
 * What installed plugins add to a call: CPU time of `get-scene` with 0, 1 and 5 data-only plugins, the runs interleaved so
 * that a busy machine slows all of them alike. `npm run bench:plugins [-- runs]`; Linux and macOS, with bash.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Shell } from "../test/plugins/shell.ts";

const RUNS = Number(process.argv[2] ?? 25);
const COUNTS = [0, 1, 5];
/** What each plugin may add, in milliseconds. */
const ALLOWED_MS = 3;

const homes = COUNTS.map((count) => {
  const shell = new Shell();
  for (let i = 1; i <= count; i++)
    shell.link(
      `@bench/words-${i}`,
      { api: 1, languages: { [`x${"abcde"[i - 1]}`]: "./words.json" } },
      { "words.json": { language: "xa", stopWords: Array.from({ length: 500 }, (_, n) => `word${n}`) } },
    );
  return { count, shell, cpu: [] as number[] };
});
for (const { shell } of homes) await shell.call("init-campaign");
for (let run = 0; run < RUNS; run++) for (const { shell, cpu } of homes) cpu.push(cpuOf(shell));

const [none] = homes.map(({ cpu }) => median(cpu));
for (const { count, cpu, shell } of homes) {
  const spent = median(cpu);
  const each = count === 0 ? "" : `, ${((spent - (none ?? 0)) / count).toFixed(2)} ms each (allowed ${ALLOWED_MS})`;
  console.log(`${count} plugins: ${spent.toFixed(1)} ms of CPU, median of ${cpu.length}${each}`);
  shell.remove();
}

function cpuOf(shell: Shell): number {
  const command = [process.execPath, shell.bin, "get-scene", "--db", join(shell.home, "canon.db"), "--campaign", "c1"];
  const script = `TIMEFORMAT='%U %S'; time ${command.map((word) => `'${word}'`).join(" ")} </dev/null >/dev/null`;
  const { stderr, status } = spawnSync("bash", ["-c", script], { env: shell.env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stderr
    .trim()
    .split(" ")
    .reduce((sum, seconds) => sum + Number(seconds) * 1000, 0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
