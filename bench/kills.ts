/** Kills writers on one file, a thousand by default, and looks for lost writes: `npm run bench:kills -- --kills 1000`. */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { faultsOf } from "../test/support/canon-check.ts";
import { type Acknowledged, killedWriter } from "../test/support/processes.ts";

const AT_ONCE = 4;
const ROUNDS_PER_FILE = 25;
const { values } = parseArgs({ options: { kills: { type: "string" } } });
const kills = Number(values.kills ?? 1000);
const folder = mkdtempSync(join(tmpdir(), "sneq-kills-"));
const started = performance.now();
let killed = 0;
let writes = 0;
let faults = 0;

/** One file that is created under fire and killed at again and again; sound after each round. */
async function oneFile(db: string): Promise<void> {
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < ROUNDS_PER_FILE && killed < kills; round++) {
    const writers = Array.from({ length: Math.min(AT_ONCE, kills - killed) }, (_, writer) =>
      killedWriter(db, "c", `objet ${round}-${writer}`, {
        since: round === 0 ? "loaded" : "acknowledged",
        ms: Math.random() * 150,
      }),
    );
    acknowledged.push(...(await Promise.all(writers)).flat());
    killed += writers.length;
    // A first round may end before there is a campaign.
    const found = round === 0 && acknowledged.length === 0 ? [] : await faultsOf(db, "c", acknowledged);
    for (const fault of found) process.stdout.write(`after ${killed} kills: ${fault}\n`);
    faults += found.length;
  }
  writes += acknowledged.length;
}

try {
  for (let file = 0; killed < kills; file++) await oneFile(join(folder, `${file}.db`));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(
  "| writers killed | writes they acknowledged | lost writes and other faults | took |\n|---|---|---|---|\n",
);
const took = `${((performance.now() - started) / 1000).toFixed(0)} s`;
process.stdout.write(`| ${[killed, writes, faults].map((n) => n.toLocaleString("en")).join(" | ")} | ${took} |\n`);
process.stdout.write(`Load ${loadavg()[0]?.toFixed(1)} at the end.\n`);
process.exitCode = faults === 0 ? 0 : 1;
