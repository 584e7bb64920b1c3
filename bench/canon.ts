/**
 * How the time of one call grows with the canon: `npm run bench:canon`. Campaigns of 1,000, 10,000 and 50,000 entities of three
 * aliases each are asked the same questions in turn, so that a busy machine slows all of them alike; what counts is the ratio of
 * the medians to the smallest canon's. `--folder` keeps the canons, and uses those of an earlier run; `--only` asks some of the
 * questions.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Campaign } from "../src/campaign.ts";
import { Engine } from "../src/engine.ts";
import { type Ids, nameOf, phrasesOf, seedCanon, strangerOf } from "./made-canon.ts";

const { values } = parseArgs({
  options: {
    sizes: { type: "string" },
    rounds: { type: "string" },
    folder: { type: "string" },
    only: { type: "string" },
  },
});
const sizes = (values.sizes ?? "1000,10000,50000").split(",").map(Number);
const rounds = Number(values.rounds ?? 40);

interface Canon {
  size: number;
  engine: Engine;
  campaign: Campaign;
  ids: Ids;
}

/** What is measured: `most` is the highest ratio of a larger canon's median to the smallest one's. */
const QUESTIONS: { name: string; most: number; rounds?: number; ask(canon: Canon, i: number): Promise<unknown> }[] = [
  {
    name: "alias look-up",
    most: 2,
    ask: ({ campaign, size }, i) => campaign.lookupEntity({ mention: phrasesOf((i * 7919) % size)[i % 3] ?? "" }),
  },
  { name: "failed look-up", most: 2, ask: ({ campaign }, i) => campaign.lookupEntity({ mention: strangerOf(i) }) },
  {
    name: "re-mention",
    most: 2,
    ask: ({ campaign, size }, i) => {
      const known = (i * 7919) % size;
      const input = { canonicalName: nameOf(known), aliases: phrasesOf(known), description: "" };
      return campaign.mentionEntity({ ...input, type: "PERSONNAGE" });
    },
  },
  {
    name: "mention of a new name",
    most: 3,
    ask: ({ campaign, size }, i) =>
      campaign.mentionEntity({
        canonicalName: nameOf(size + i),
        aliases: phrasesOf(size + i),
        type: "PERSONNAGE",
        description: "",
        force: true,
      }),
  },
  {
    name: "register-fact",
    most: 2,
    ask: ({ campaign, ids, size }, i) =>
      campaign.registerFact({
        entityId: ids(((i * 7919) % (size - 20)) + 20),
        attributeKey: `mesure_${i}`,
        value: { type: "NUMBER", value: i },
        category: "ETAT",
      }),
  },
  { name: "prepare-turn", most: 2, ask: ({ campaign }) => campaign.prepareTurn() },
  {
    name: "get-relevant-facts, depth 2",
    most: 2,
    ask: ({ campaign, ids }, i) => campaign.getRelevantFacts({ entityId: ids(i % 20), depth: 2 }),
  },
  {
    name: "validate-narration, 2,000 words",
    most: 2,
    rounds: Math.ceil(rounds / 4),
    ask: ({ campaign }, i) => campaign.validateNarration({ narration: narrationOf(i) }),
  },
];

/** 2,000 words of which twenty are names nobody bears and twenty are names of the canon. */
function narrationOf(seed: number): string {
  const filler = "la pluie tombe sur le chemin pendant que le vent souffle entre les arbres et que personne ne parle";
  const words = filler.split(" ");
  const out: string[] = [];
  for (let i = 0; out.length < 2000; i++) {
    if (i % 100 === 50) out.push(...strangerOf(seed * 20 + i / 50).split(" "), "se", "tait.");
    else if (i % 100 === 99) out.push(...nameOf((seed + i) % 1000).split(" "), "répond.");
    else out.push(words[i % words.length] ?? "");
  }
  return out.join(" ");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

const folder = values.folder ?? mkdtempSync(join(tmpdir(), "sneq-bench-"));
let missed = 0;
try {
  const canons: Canon[] = [];
  for (const size of sizes) {
    const db = join(folder, `${size}.db`);
    const start = performance.now();
    const ids = await seedCanon(db, size);
    const engine = await Engine.open({ db, env: {} });
    canons.push({ size, engine, campaign: await engine.campaign("bench"), ids });
    process.stderr.write(`${size} entities made in ${Math.round(performance.now() - start)} ms\n`);
  }
  const header = sizes.map((size) => size.toLocaleString("en").padStart(20)).join("");
  process.stdout.write(`median ms (ratio) ${"".padEnd(14)}${header}\n`);
  for (const question of QUESTIONS.filter(({ name }) => name.includes(values.only ?? ""))) {
    const times = canons.map(() => [] as number[]);
    for (let round = -3; round < (question.rounds ?? rounds); round++)
      for (const [at, canon] of canons.entries()) {
        const time = await timed(() => question.ask(canon, round + 3));
        if (round >= 0) times[at]?.push(time);
      }
    const medians = times.map(median);
    const cells = medians.map((time) => {
      const ratio = time / (medians[0] ?? 1);
      if (ratio > question.most) missed++;
      return `${time.toFixed(2)} (${ratio.toFixed(2)})`.padStart(20);
    });
    process.stdout.write(`${question.name.padEnd(32)}${cells.join("")}   at most ${question.most}\n`);
  }
  for (const canon of canons) canon.engine.close();
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`Load ${loadavg()[0]?.toFixed(1)} at the end. `);
process.stdout.write(missed === 0 ? "every ratio is within its bar\n" : `${missed} ratios are over their bar\n`);
