// Registers so many facts of one entity through the built engine: <db> <campaign> <entityId> <prefix> <count>.
import { Engine } from "../../dist/index.js";

const [, , db, id, entityId, prefix, count] = process.argv;
const engine = await Engine.open({ db, env: {} });
const campaign = await engine.campaign(id);
for (let i = 0; i < Number(count); i++) {
  const value = { type: "NUMBER", value: i };
  await campaign.registerFact({ entityId, attributeKey: `${prefix}_${i}`, value, category: "ETAT" });
}
engine.close();
