// Writes to a campaign until it is killed, and says after each write that it was acknowledged: <db> <campaign> <name>.
import { writeSync } from "node:fs";
import { Engine } from "../../dist/index.js";

const [, , db, id, name] = process.argv;
writeSync(1, "ready\n");
const engine = await Engine.open({ db, env: {} });
const campaign = await engine
  .createCampaign({ id })
  .catch((error) => (error.code === "CAMPAIGN_ALREADY_EXISTS" ? engine.campaign(id) : Promise.reject(error)));
for (let i = 0; ; i++) {
  const canonicalName = `${name} ${i}`;
  const { entityId } = await campaign.mentionEntity({
    canonicalName,
    type: "OBJET",
    description: "",
    aliases: [`alias de ${canonicalName}`],
    force: true,
  });
  acknowledge({ entityId, canonicalName });
  const value = { type: "STRING", value: canonicalName };
  const { factId } = await campaign.registerFact({ entityId, attributeKey: "nom", value, category: "IDENTITE" });
  acknowledge({ entityId, factId });
  acknowledge(await campaign.advanceTurn({ summary: canonicalName }));
}

function acknowledge(write) {
  writeSync(1, `${JSON.stringify(write)}\n`);
}
