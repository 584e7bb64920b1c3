/**
 * What the library costs beside its own statements: `npm run bench:durability`. The statements of every call are recorded, then run
 * with the same parameters on a bare connection to a copy of the file, in turn with the calls themselves; both with
 * synchronous=FULL. Then twenty processes write a hundred facts each to one file.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import type { Campaign } from "../src/campaign.ts";
import { OBSERVATION_PRESETS } from "../src/domain/fact.ts";
import { newId } from "../src/domain/ids.ts";
import type { CampaignStore } from "../src/store/store.ts";
import { type Ids, phrasesOf, seedCanon } from "./made-canon.ts";
import { type Recording, recorded, replayer } from "./replay.ts";

// As it is shipped: run from the sources, every function that is made pays for keeping its name.
const compiled = new URL("../dist/", import.meta.url);
const { Engine } = (await import(`${compiled}engine.js`)) as typeof import("../src/engine.ts");
const { SqliteStore } = (await import(
  `${compiled}store/sqlite/sqlite-store.js`
)) as typeof import("../src/store/sqlite/sqlite-store.ts");

const ROUNDS = 31;
/** What is measured is a program that has run for a while: the engine's code is compiled by then. */
const WARM_UP_MS = 2000;
const { values } = parseArgs({ options: { sizes: { type: "string" } } });
const sizes = (values.sizes ?? "1000,10000,50000").split(",").map(Number);
const folder = mkdtempSync(join(tmpdir(), "sneq-bench-"));

/** One canon seen from outside, and past everything but the store. */
interface Canon {
  campaign: Campaign;
  store: CampaignStore;
  ids: Ids;
  size: number;
}

interface Call {
  name: string;
  /** How many a round. */
  count: number;
  /** The highest ratio of the bare statements' rate to the calls'. */
  most: number;
  ask(canon: Canon, i: number): Promise<unknown>;
}

const CALLS: Call[] = [
  {
    name: "store: a fact and its event written",
    count: 40,
    most: 3,
    ask: ({ store, ids }, i) =>
      store.write(async (tx) => {
        const at = Date.now();
        const factId = newId("fact", at);
        const fact = { factId, entityId: ids(50), attributeKey: `trait_${i}`, turn: 0, createdAt: at } as const;
        const observation = { ...OBSERVATION_PRESETS.system, timestamp: at };
        await tx.insertFact({ ...fact, value: { type: "STRING", value: "x" }, category: "ETAT", observation });
        await tx.appendEvent("fact.registered", { factId }, at);
      }),
  },
  {
    name: "store: a fact read",
    count: 400,
    most: 2,
    ask: ({ store, ids, size }, i) => store.fact(ids(((i * 7919) % (size - 20)) + 20), "voisin"),
  },
  {
    name: "register-fact",
    count: 40,
    most: 3,
    ask: ({ campaign, ids }, i) =>
      campaign.registerFact({
        entityId: ids(100 + (i % 100)),
        attributeKey: `mesure_${i}`,
        value: { type: "NUMBER", value: i },
        category: "ETAT",
      }),
  },
  {
    name: "get-entity",
    count: 200,
    most: 2,
    ask: ({ campaign, ids, size }, i) => campaign.getEntity({ entityId: ids(((i * 7919) % (size - 20)) + 20) }),
  },
  {
    name: "lookup-entity (alias)",
    count: 200,
    most: 2,
    ask: ({ campaign, size }, i) => campaign.lookupEntity({ mention: phrasesOf((i * 7919) % size)[i % 3] ?? "" }),
  },
  {
    name: "prepare-turn (20 present)",
    count: 20,
    most: 2,
    ask: ({ campaign }) => campaign.prepareTurn(),
  },
];

async function seconds(work: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const perSecond = (rate: number) => Math.round(rate).toLocaleString("en");

/** Three copies of one canon: for the calls, for recording them, for the bare statements. */
async function compare(size: number): Promise<void> {
  const made = join(folder, `${size}.db`);
  const ids = await seedCanon(made, size);
  const [own = "", other = "", bare = ""] = ["own", "recorded", "bare"].map((name) =>
    join(folder, `${size}-${name}.db`),
  );
  for (const copy of [own, other, bare]) copyFileSync(made, copy);
  const [calling, recording, raw] = [await open(own, ids, size), await open(other, ids, size), replayer(bare)];
  for (const { name, count, most, ask } of CALLS) {
    const rates: { calls: number[]; alone: number[] } = { calls: [], alone: [] };
    const warm = performance.now() + WARM_UP_MS;
    for (let round = 0; rates.calls.length < ROUNDS; round++) {
      const numbers = Array.from({ length: count }, (_, i) => round * count + i);
      const statements: Recording[] = [];
      for (const i of numbers) statements.push(await recorded(() => ask(recording.canon, i)));
      const calls = await seconds(async () => {
        for (const i of numbers) await ask(calling.canon, i);
      });
      const alone = await seconds(() => {
        for (const one of statements) raw.replay(one);
      });
      if (performance.now() < warm) continue;
      rates.calls.push(count / calls);
      rates.alone.push(count / alone);
    }
    const [calls, alone] = [median(rates.calls), median(rates.alone)];
    const cells = [
      name,
      size.toLocaleString("en"),
      perSecond(calls),
      perSecond(alone),
      (alone / calls).toFixed(2),
      most,
    ];
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  }
  for (const one of [raw, calling, recording]) one.close();
}

async function open(db: string, ids: Ids, size: number) {
  const engine = await Engine.open({ db, env: {} });
  const store = new SqliteStore({ path: db, articles: () => [] });
  const inStore = await store.campaign("bench", "writes");
  if (!inStore) throw new Error("the canon was just made");
  return {
    canon: { campaign: await engine.campaign("bench"), store: inStore, ids, size },
    close() {
      engine.close();
      store.close();
    },
  };
}

/** Twenty processes with a hundred writes each; every row must be there at the end. */
async function rush(processes: number, writes: number): Promise<void> {
  const path = join(folder, "rush.db");
  const ids = await seedCanon(path, 100);
  const script = fileURLToPath(new URL("../test/support/hundred-writes.mjs", import.meta.url));
  const time = await seconds(async () => {
    const children = Array.from({ length: processes }, (_, index): ChildProcess => {
      const args = [script, path, "bench", ids(50), `p${index}`, String(writes)];
      return spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit"] });
    });
    await Promise.all(children.map((child) => once(child, "exit")));
  });
  const raw = new Database(path, { readonly: true });
  const rows = raw.prepare("select count(*) from facts where attribute_key glob 'p*_*'").pluck().get();
  const integrity = raw.pragma("integrity_check", { simple: true });
  raw.close();
  process.stdout.write(
    `${processes} processes × ${writes} writes: ${rows} rows in ${time.toFixed(1)} s, integrity ${integrity}\n`,
  );
}

try {
  process.stdout.write(
    "| call | entities | calls a second | bare statements, a second | ratio | at most |\n|---|---|---|---|---|---|\n",
  );
  for (const size of sizes) await compare(size);
  process.stdout.write("\n");
  await rush(20, 100);
  process.stdout.write(`Load ${loadavg()[0]?.toFixed(1)}.\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
