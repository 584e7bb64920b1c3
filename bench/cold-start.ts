/**
 * Cold start: whole processes, interleaved with `node -e 0` in one loop, as medians and as ratios to it. CPU is user and system
 * time of the process, the steadier figure on a shared machine; wall is what a caller waits.
 *
 *   npm run bench:cold -- [--runs 25] [--entities 50000] [--bin bin/run.js]
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Engine } from "../src/engine.ts";
import { seedCanon } from "./made-canon.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const CAMPAIGN = "bench";
const NARRATION =
  "Mira entre dans la forge. Le feu ronfle encore et la fumée monte vers les poutres noires. She looks for the old smith, but nobody answers. Dehors, la pluie tombe sur les toits de la ville, et les marchands rangent leurs étals sans un mot. Un chien aboie. Mira pose son manteau sur le banc, puis elle attend que la porte s'ouvre. The night is long and the road to the mountains is longer; she counts the coins in her purse and listens to the wind. Enfin, des pas résonnent dans la cour.";

interface Sample {
  wall: number;
  cpu: number;
}

interface Row {
  name: string;
  argv: string[];
  home: string;
  /** Before each run: the cold code cache. */
  prepare?: () => void;
}

const option = (name: string, otherwise: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
};
const runs = Number(option("--runs", "25"));
const entities = Number(option("--entities", "50000"));
const bin = join(ROOT, option("--bin", "bin/run.js"));

// A certificate bundle alone doubles the start of Node 20.
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...inherited } = process.env;
const kept = Object.fromEntries(Object.entries(inherited).filter(([name]) => !/^(SNEQ_|XDG_)|_KEY$/.test(name)));

/** One process; timed by the shell. */
function sample({ argv, home, prepare }: Row): Sample {
  prepare?.();
  const line = ["time", ...argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`)].join(" ");
  const script = `TIMEFORMAT='%R %U %S'; { ${line} </dev/null >/dev/null 2>/dev/null; } 2>&1`;
  const { status, stdout } = spawnSync("bash", ["-c", script], {
    encoding: "utf8",
    env: { ...kept, HOME: home },
  });
  if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}`);
  const [wall = 0, user = 0, system = 0] = stdout.trim().split(/\s+/).map(Number);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

function measure(rows: readonly Row[]): Map<string, Sample[]> {
  const seen = new Map<string, Sample[]>(rows.map(({ name }) => [name, []]));
  for (const row of rows) for (let i = 0; i < 2; i++) sample(row);
  for (let i = 0; i < runs; i++) for (const row of rows) seen.get(row.name)?.push(sample(row));
  return seen;
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

function print(title: string, seen: Map<string, Sample[]>): void {
  const [base = []] = seen.values();
  const of = (samples: Sample[], what: keyof Sample) => median(samples.map((one) => one[what]));
  console.log(`\n${title}\n\n| command | wall ms | wall / node | CPU ms | CPU / node |\n|---|---|---|---|---|`);
  for (const [name, samples] of seen) {
    const [wall, cpu] = [of(samples, "wall"), of(samples, "cpu")];
    const cells = [
      wall.toFixed(0),
      (wall / of(base, "wall")).toFixed(2),
      cpu.toFixed(0),
      (cpu / of(base, "cpu")).toFixed(2),
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

function commands(db: string, home: string, prepare?: () => void): Row[] {
  const on = (id: string, args?: object) => {
    const json = args === undefined ? [] : ["--args", JSON.stringify(args)];
    return [process.execPath, bin, id, "--db", db, "--campaign", CAMPAIGN, ...json];
  };
  const fact = {
    entityId: mira,
    attributeKey: "metier",
    value: { type: "STRING", value: "forgeronne" },
    category: "IDENTITE",
  };
  const rows: [string, string[]][] = [
    ["campaign-exists", on("campaign-exists")],
    ["get-scene", on("get-scene")],
    ["lookup-entity (alias)", on("lookup-entity", { mention: "la forgeronne" })],
    ["register-fact (known)", on("register-fact", fact)],
    ["mention-entity (known)", on("mention-entity", { canonicalName: "Mira", type: "PERSONNAGE", description: "x" })],
    ["validate-narration (100 words)", on("validate-narration", { narration: NARRATION })],
    ["--help", [process.execPath, bin, "--help"]],
  ];
  return rows.map(([name, argv]) => ({ name, argv, home, ...(prepare && { prepare }) }));
}

const node = (home: string): Row => ({ name: "node -e 0", argv: [process.execPath, "-e", "0"], home });

async function canon(db: string, count: number): Promise<string> {
  await seedCanon(db, count);
  const engine = await Engine.open({ db, env: {} });
  const campaign = await engine.campaign(CAMPAIGN);
  const mira = await campaign.mentionEntity({
    canonicalName: "Mira",
    type: "PERSONNAGE",
    description: "x",
    aliases: ["la forgeronne"],
  });
  const entityId = String(mira.entityId);
  await campaign.registerFact({
    entityId,
    attributeKey: "metier",
    value: { type: "STRING", value: "forgeronne" },
    category: "IDENTITE",
  });
  engine.close();
  return entityId;
}

/** Links language packs of this repository. The campaign has French and English, so that none of them has anything to say. */
function install(home: string, packs: readonly string[]): void {
  const folder = join(home, ".local", "share", "sneq-engine");
  mkdirSync(folder, { recursive: true });
  const plugins = packs.map((pack) => ({ type: "link", name: `@sneq/${pack}`, root: join(ROOT, "plugins", pack) }));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ oclif: { schema: 1, plugins } }));
}

/** Peak resident memory of a command in MiB, as the kernel counts it. */
function peak({ argv, home }: Row): number {
  const probe = join(folder, "probe.cjs");
  writeFileSync(probe, 'process.on("exit", () => require("fs").writeSync(2, String(process.resourceUsage().maxRSS)));');
  const once = () =>
    spawnSync(process.execPath, ["--require", probe, ...argv.slice(1)], {
      encoding: "utf8",
      env: { ...kept, HOME: home },
    });
  once();
  return Number(once().stderr) / 1024;
}

const folder = mkdtempSync(join(tmpdir(), "sneq-cold-"));
let mira = "";
try {
  const small = join(folder, "small.db");
  mira = await canon(small, 20);
  const home = join(folder, "home");
  mkdirSync(home);
  console.log(
    `Node ${process.version}, ${process.platform} ${process.arch}, load ${loadavg()[0]?.toFixed(1)}, ${runs} runs`,
  );
  print("Code cache warm, no plugins", measure([node(home), ...commands(small, home)]));

  console.log("\nPeak memory, MiB\n\n| command | MiB |\n|---|---|");
  for (const row of [node(home), ...commands(small, home)])
    if (row.argv[1] !== "-e") console.log(`| ${row.name} | ${peak(row).toFixed(0)} |`);

  const withPlugins = join(folder, "plugins");
  install(withPlugins, ["stopwords-de", "stopwords-es", "stopwords-it"]);
  print(
    "Code cache warm, three language packs linked, unused by the campaign",
    measure([node(home), ...commands(small, withPlugins)]),
  );

  const cold = () => rmSync(join(home, ".cache"), { recursive: true, force: true });
  print("First call ever: no code cache", measure([node(home), ...commands(small, home, cold)]));

  if (entities > 0) {
    const large = join(folder, "large.db");
    mira = await canon(large, entities);
    print(`Code cache warm, ${entities} entities`, measure([node(home), ...commands(large, home)]));
  }
  console.log(`load ${loadavg()[0]?.toFixed(1)} at the end`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
