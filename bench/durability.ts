/**
 * What the store costs beside its own statements: `npm run bench:durability`. The same statements run through the store's port and
 * on a bare connection, both with synchronous=FULL; then twenty processes write a hundred facts each to one file.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { type AttributFige, OBSERVATION_PRESETS } from "../src/domain/fact.ts";
import { newId } from "../src/domain/ids.ts";
import { SqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import { seedCanon } from "./made-canon.ts";

const ROUNDS = 5;
const WRITES = 100;
const READS = 2000;
const folder = mkdtempSync(join(tmpdir(), "sneq-bench-"));

const factOf = (entityId: string, attributeKey: string, at: number): AttributFige => ({
  factId: newId("fact", at),
  entityId,
  attributeKey,
  value: { type: "STRING", value: attributeKey },
  category: "ETAT",
  observation: { ...OBSERVATION_PRESETS.system, timestamp: at },
  turn: 0,
  createdAt: at,
});

/** Every statement that registering one fact and its event through the store runs, on a bare connection. */
function bareStatements(path: string) {
  const raw = new Database(path);
  raw.pragma("synchronous = FULL");
  raw.pragma("foreign_keys = ON");
  const campaign = raw.prepare("select no from campaigns where id = 'bench'").pluck();
  const entity = raw.prepare("select no from entities where campaign_no = ? and id = ?").pluck();
  const insertFact = raw.prepare(
    "insert into facts (campaign_no, id, entity_no, attribute_key, value, category, observation, turn, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
  );
  const nextSeq = raw
    .prepare("update campaigns set event_seq = event_seq + 1 where no = ? returning event_seq")
    .pluck();
  const insertEvent = raw.prepare(
    "insert into events (campaign_no, seq, id, ts, type, payload) values (?, ?, ?, ?, ?, ?)",
  );
  const readFact = raw.prepare(
    "select f.id, f.attribute_key, f.value, f.category, f.observation, f.turn, f.created_at from facts f where f.entity_no = ? and f.attribute_key = ?",
  );
  return {
    write(fact: AttributFige) {
      raw.exec("begin immediate");
      const no = campaign.get();
      const { factId, attributeKey, value, category, observation, turn, createdAt } = fact;
      const [v, o] = [JSON.stringify(value), JSON.stringify(observation)];
      insertFact.run(no, factId, entity.get(no, fact.entityId), attributeKey, v, category, o, turn, createdAt);
      const [seq, ts] = [nextSeq.get(no), new Date(createdAt).toISOString()];
      insertEvent.run(no, seq, newId("evt", createdAt), ts, "fact.registered", JSON.stringify({ factId }));
      raw.exec("commit");
    },
    read(entityId: string, attributeKey: string) {
      const row = readFact.get(entity.get(campaign.get(), entityId), attributeKey) as {
        value: string;
        observation: string;
      };
      return [JSON.parse(row.value), JSON.parse(row.observation)];
    },
    close: () => raw.close(),
  };
}

async function seconds(work: () => Promise<void> | void): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function compare(): Promise<void> {
  const path = join(folder, "canon.db");
  const ids = await seedCanon(path, 1000);
  const store = new SqliteStore({ path, articles: () => [] });
  const campaign = await store.campaign("bench", "writes");
  if (!campaign) throw new Error("the canon was just made");
  const bare = bareStatements(path);
  const rates = { write: [[], []] as number[][], read: [[], []] as number[][] };
  for (let round = 0; round < ROUNDS; round++) {
    const entityId = ids(100 + round);
    const at = Date.now();
    const own = await seconds(async () => {
      for (let i = 0; i < WRITES; i++)
        await campaign.write(async (tx) => {
          const fact = factOf(entityId, `own_${i}`, at);
          await tx.insertFact(fact);
          await tx.appendEvent("fact.registered", { factId: fact.factId }, at);
        });
    });
    const raw = await seconds(() => {
      for (let i = 0; i < WRITES; i++) bare.write(factOf(entityId, `bare_${i}`, at));
    });
    rates.write[0]?.push(WRITES / own);
    rates.write[1]?.push(WRITES / raw);
    const ownReads = await seconds(async () => {
      for (let i = 0; i < READS; i++) await campaign.fact(entityId, `own_${i % WRITES}`);
    });
    const rawReads = await seconds(() => {
      for (let i = 0; i < READS; i++) bare.read(entityId, `own_${i % WRITES}`);
    });
    rates.read[0]?.push(READS / ownReads);
    rates.read[1]?.push(READS / rawReads);
  }
  bare.close();
  store.close();
  for (const [what, most] of [
    ["write", 3],
    ["read", 2],
  ] as const) {
    const [own = 0, raw = 0] = rates[what].map(median);
    process.stdout.write(
      `${what.padEnd(6)} store ${own.toFixed(0)}/s, bare ${raw.toFixed(0)}/s, ratio ${(raw / own).toFixed(2)} (at most ${most})\n`,
    );
  }
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
  await compare();
  await rush(20, 100);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
