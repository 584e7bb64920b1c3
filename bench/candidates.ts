/**
 * How fast, and how surely, the lexical index finds the names a mention may be: `npm run bench:candidates -- --data <folder>`.
 * The canon is the folder's names, grown to 1,000, 10,000 and 100,000 by joining their words anew; the mentions are its pairs.
 */
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { SpellingIndex } from "../src/store/sqlite/spelling-index.ts";
import { createSpellingTables } from "./spelling-tables.ts";

interface Pair {
  canon: string | null;
  mention: string;
  kind: string;
  match: boolean;
}

const { values } = parseArgs({
  options: { data: { type: "string" }, sizes: { type: "string" }, misses: { type: "boolean" } },
});
if (values.data === undefined) throw new Error("Give the folder of pairs: --data <folder>");
const pairs: Pair[] = readFileSync(join(values.data, "drift.dev.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const pool: Record<string, string[]> = JSON.parse(readFileSync(join(values.data, "pool.dev.json"), "utf8"));
const positive = pairs.filter((pair) => pair.match && pair.canon !== null);

/** Real names first, then new ones from two words of the pool, in an order that never changes. */
function canonOf(size: number): string[] {
  const wanted = [...new Set(positive.map((pair) => pair.canon ?? ""))];
  const real = [...new Set([...wanted, ...Object.values(pool).flat()])];
  const words = [...new Set(real.flatMap((name) => name.split(/\s+/)))].filter((word) => word.length > 2);
  const names = new Set(real.slice(0, size));
  let state = 1;
  const draw = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return words[state % words.length] ?? "";
  };
  while (names.size < size) names.add(`${draw()} ${draw()}`);
  return [...names];
}

/** Milliseconds of processor time of this process: other work on the machine does not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

const folder = mkdtempSync(join(tmpdir(), "sneq-candidates-"));
try {
  for (const size of (values.sizes ?? "1000,10000,100000").split(",").map(Number)) {
    const file = join(folder, `${size}.db`);
    const db = new Database(file);
    db.pragma("journal_mode = WAL");
    createSpellingTables(db);
    const index = new SpellingIndex(db);
    const canon = canonOf(size);
    const idOf = new Map(canon.map((name, i) => [name, i + 1]));
    const started = performance.now();
    db.transaction(() => {
      for (const [name, id] of idOf) index.add(1, id, name);
    })();
    const perName = (performance.now() - started) / canon.length;
    const times: number[] = [];
    const missed: Pair[] = [];
    let asked = 0;
    const processorBefore = processorTime();
    for (const pair of positive) {
      const id = idOf.get(pair.canon ?? "");
      if (id === undefined) continue;
      asked++;
      const before = performance.now();
      const found = index.candidates(1, pair.mention, 50);
      times.push(performance.now() - before);
      if (!found.some((one) => one.spellingId === id)) missed.push(pair);
    }
    times.sort((a, b) => a - b);
    const mean = (processorTime() - processorBefore) / times.length;
    const rows = db
      .prepare(
        "SELECT (SELECT count(*) FROM spelling_near) + (SELECT count(*) FROM spelling_word) + (SELECT count(*) FROM spelling_posting)",
      )
      .pluck()
      .get();
    db.pragma("wal_checkpoint(TRUNCATE)");
    console.log(
      `${String(size).padStart(7)} names  ${mean.toFixed(2)} ms a mention (by the clock: median ${percentile(times, 0.5).toFixed(2)}, p99 ${percentile(times, 0.99).toFixed(2)}, worst ${percentile(times, 1).toFixed(2)})` +
        `  recall@50 ${((100 * (asked - missed.length)) / asked).toFixed(2)} % of ${asked}` +
        `  ${perName.toFixed(3)} ms and ${(Number(rows) / canon.length).toFixed(1)} rows a name, ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB`,
    );
    if (values.misses) for (const pair of missed) console.log(`   ${pair.kind}: ${pair.canon} | ${pair.mention}`);
    db.close();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
