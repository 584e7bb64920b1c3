import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { canonIndex } from "../src/narration/canon.ts";
import { namesOf, read } from "../src/narration/extract.ts";
import { packOf } from "../src/narration/packs.ts";
import type { LanguagePack } from "../src/plugin.ts";
import { type Row, row } from "./score.ts";

const MEGABYTE = 1_000_000;

/** Processor time of this process in seconds: other work on the machine does not count. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function prose(data: string, bytes: number): string {
  const texts: string[] = [];
  for (const file of readdirSync(join(data, "dev")).filter((name) => /^(?:en|fr)-.*\.jsonl$/.test(name)))
    for (const line of readFileSync(join(data, "dev", file), "utf8")
      .trim()
      .split("\n"))
      texts.push((JSON.parse(line) as { text: string }).text);
  const once = texts.join("\n\n");
  return once.repeat(Math.ceil(bytes / once.length)).slice(0, bytes);
}

/** Made-up names of one to three words. */
function names(count: number): { text: string }[] {
  const onset = ["Al", "Bra", "Cor", "Dre", "El", "Fen", "Gal", "Hel", "Ir", "Jor", "Kael", "Lor", "Mor", "Nel", "Or"];
  const end = ["ric", "dan", "wyn", "ion", "mar", "this", "gast", "vira", "dell", "os"];
  const word = (n: number): string =>
    `${onset[n % 15]}${end[Math.floor(n / 15) % 10]}${n >= 150 ? (Math.floor(n / 150) % 9973).toString(36) : ""}`;
  return Array.from({ length: count }, (_, i) => ({ text: i % 3 === 0 ? word(i) : `${word(i)} ${word(i * 7)}` }));
}

/** Megabytes of prose a second, the preparation of the canon included. */
export function throughputRows(data: string): Row[] {
  const languages = ["fr", "en"]
    .map((language) => packOf(language))
    .filter((pack): pack is LanguagePack => pack !== null);
  const run = (text: string, canon: { text: string }[]): number => {
    const start = processorSeconds();
    const reading = read(text, languages);
    namesOf(reading, canonIndex(canon, reading.lexicon), []);
    return processorSeconds() - start;
  };
  const text = prose(data, MEGABYTE);
  run(text.slice(0, MEGABYTE / 4), []);
  const rows: Row[] = [];
  for (const [count, bar] of [
    [1000, 1],
    [100_000, 0.5],
  ] as const) {
    const rate = 1 / run(text, names(count));
    rows.push(row(`MB/s of prose, canon of ${count} names`, Number(rate.toFixed(2)), bar, "≥"));
  }
  const [one, five] = [run(text, names(1000)), run(prose(data, 5 * MEGABYTE), names(1000))];
  const growth = five / one;
  rows.push(row("time of 5 MB over time of 1 MB", Number(growth.toFixed(2)), 7, "≤"));
  return rows;
}
