import Database from "better-sqlite3";
import { Engine } from "../../src/engine.ts";
import type { Acknowledged } from "./processes.ts";

/** What is wrong with a database after kills: what SQLite finds, acknowledged writes that are not there, holes in the log. */
export async function faultsOf(
  db: string,
  campaignId: string,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const faults: string[] = [];
  const raw = new Database(db);
  const integrity = raw.pragma("integrity_check", { simple: true });
  if (integrity !== "ok") faults.push(`integrity: ${integrity}`);
  if ((raw.pragma("foreign_key_check") as unknown[]).length > 0) faults.push("a reference points at nothing");
  raw.close();

  const engine = await Engine.open({ db, env: {} });
  try {
    const campaign = await engine.campaign(campaignId);
    const events = [];
    for (let seq = 0; ; ) {
      const page = await campaign.events(seq, 5000);
      if (page.length === 0) break;
      events.push(...page);
      seq = page.at(-1)?.seq ?? seq;
    }
    if (events.some((event, index) => event.seq !== index + 1)) faults.push("the log has a hole");
    const turns = events.flatMap(({ type, payload }) => (type === "turn.advanced" ? [payload.turnNumber] : []));
    if (turns.some((turn, index) => turn !== index + 1)) faults.push("the turns have a hole");
    const known = new Set(turns);
    for (const write of acknowledged) {
      if (write.turnNumber !== undefined && !known.has(write.turnNumber))
        faults.push(`turn ${write.turnNumber} is lost`);
      if (write.entityId === undefined) continue;
      const entity = await campaign.getEntity({ entityId: write.entityId });
      if (!entity) faults.push(`entity ${write.entityId} is lost`);
      else if (write.canonicalName !== undefined && entity.aliases.length !== 1)
        faults.push(`an alias of ${entity.name} is lost`);
      if (write.factId !== undefined && !entity?.facts.some(({ factId }) => factId === write.factId))
        faults.push(`fact ${write.factId} is lost`);
    }
  } finally {
    engine.close();
  }
  return faults;
}
