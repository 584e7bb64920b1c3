/**
 * Malformed invocations: every one gets one line of JSON, a code that is no INTERNAL_ERROR and an end.
 *
 *   npm run bench:fuzz -- [--processes 500] [--in-process 50000] [--seed 1]
 */
import { loadavg } from "node:os";
import { type Failed, inProcess, processes } from "./malformed.ts";

const option = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? otherwise : Number(process.argv[at + 1] ?? otherwise);
};
const seed = option("--seed", Date.now() % 1_000_000);
const report = (what: string, count: number, failed: Failed[], ms: number) => {
  console.log(`| ${what} | ${count} | ${failed.length} | ${(ms / 1000).toFixed(0)} s |`);
  for (const one of failed.slice(0, 5)) console.log(JSON.stringify(one));
  if (failed.length > 0) process.exitCode = 1;
};

console.log(`seed ${seed}\n\n| malformed invocations | made | broke the contract | took |\n|---|---|---|---|`);
const few = option("--processes", 500);
let started = Date.now();
report("as processes", few, await processes(few, seed), Date.now() - started);
const many = option("--in-process", 50_000);
started = Date.now();
report("in process", many, await inProcess(many, seed), Date.now() - started);
console.log(`Load ${loadavg()[0]?.toFixed(1)} at the end.`);
process.exit();
