import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Campaign } from "../../src/campaign.ts";
import { Engine, type EngineOptions } from "../../src/engine.ts";
import { SneqError } from "../../src/errors.ts";

/** A folder of its own with engines on it; `drop` closes and removes everything. */
export interface World {
  folder: string;
  db: string;
  /** An engine on the world's database, with no key in its environment. */
  engine(options?: Partial<EngineOptions>): Promise<Engine>;
  drop(): void;
}

export function newWorld(): World {
  const folder = mkdtempSync(join(tmpdir(), "sneq-"));
  const db = join(folder, "canon.db");
  const engines: Engine[] = [];
  return {
    folder,
    db,
    async engine(options = {}) {
      const engine = await Engine.open({ db, env: {}, dataDir: folder, ...options });
      engines.push(engine);
      return engine;
    },
    drop() {
      for (const engine of engines) engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A campaign in memory, for tests that need no file. */
export async function memoryCampaign(options: Partial<EngineOptions> = {}): Promise<{
  engine: Engine;
  campaign: Campaign;
}> {
  const engine = await Engine.open({ db: ":memory:", env: {}, ...options });
  return { engine, campaign: await engine.createCampaign({ id: "c" }) };
}

/** The SneqError that a call fails with; any other outcome fails the test. */
export async function failure(call: Promise<unknown>): Promise<SneqError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome) {
    if (SneqError.is(outcome.error)) return outcome.error;
    throw outcome.error;
  }
  throw new Error(`expected a failure, got ${JSON.stringify(outcome.value)}`);
}

/** Adds one character, or an entity of another type; answers its id. */
export async function mention(
  campaign: Campaign,
  canonicalName: string,
  more: { type?: "PERSONNAGE" | "LIEU" | "OBJET"; aliases?: string[]; force?: boolean } = {},
): Promise<string> {
  const answer = await campaign.mentionEntity({
    type: "PERSONNAGE",
    description: canonicalName,
    canonicalName,
    ...more,
  });
  if (!answer.entityId) throw new Error(`${canonicalName} was not created: ${JSON.stringify(answer)}`);
  return answer.entityId;
}
