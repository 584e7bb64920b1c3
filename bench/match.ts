/**
 * Puts pairs of names through the product's own comparison, in the line protocol of a drift scorer: reads JSON lines
 * `{id, canon: [name], mention}` on stdin, writes `{id, best, score, kind}`; kind `none` means no candidate.
 */
import { createInterface } from "node:readline";
import { rankSpellings } from "../src/domain/spelling/rank.ts";

interface Request {
  id: string;
  canon: string[];
  mention: string;
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  const { id, canon, mention }: Request = JSON.parse(line);
  const candidates = canon.map((text) => ({ entityId: text, text }));
  const [best] = rankSpellings(mention, candidates, { canonSize: canon.length });
  const answer = { id, best: best?.entityId ?? null, score: best?.spelling ?? 0, kind: best?.kind ?? "none" };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
