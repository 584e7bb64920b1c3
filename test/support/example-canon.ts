import type { Campaign } from "../../src/campaign.ts";
import type { Engine } from "../../src/engine.ts";
import { EXAMPLE_CAMPAIGN } from "../../src/surfaces/help.ts";

export { EXAMPLE_CAMPAIGN };

const ENTITIES = [
  ["Aldric Fervent", "PERSONNAGE", "Ancien soldat boiteux, 50 ans", ["le forgeron", "le vieux"]],
  ["La Forge de Valmure", "LIEU", "Une forge sombre au bord de la rivière", ["la forge"]],
  ["Mira", "PERSONNAGE", "La joueuse, jeune messagère", []],
  ["Alduin", "PERSONNAGE", "Le dragon que tous craignent", ["le Dévoreur de Mondes"]],
  ["Fort-Dragon", "LIEU", "Le château sur la colline", []],
] as const;

/** The canon that examples speak of: five entities, two facts, a scene. Answers the ids by name. */
export async function exampleCanon(engine: Engine, id = EXAMPLE_CAMPAIGN) {
  const campaign = await engine.createCampaign({ id, name: "La Forge de Valmure" });
  const ids: Record<string, string> = {};
  for (const [canonicalName, type, description, aliases] of ENTITIES) {
    const { entityId } = await campaign.mentionEntity({ canonicalName, type, description, aliases: [...aliases] });
    ids[canonicalName] = entityId ?? "";
  }
  await addFacts(campaign, ids);
  return { campaign, ids };
}

async function addFacts(campaign: Campaign, ids: Record<string, string>): Promise<void> {
  const aldric = ids["Aldric Fervent"] ?? "";
  const forge = ids["La Forge de Valmure"] ?? "";
  await campaign.registerFact({
    entityId: aldric,
    attributeKey: "ancien_metier",
    value: { type: "STRING", value: "capitaine" },
    category: "HISTORIQUE",
  });
  await campaign.registerFact({
    entityId: forge,
    attributeKey: "maitre",
    value: { type: "ENTITY_REF", id: aldric },
    category: "SOCIAL",
  });
  await campaign.setScene({
    locationEntityId: forge,
    presentEntityIds: [ids.Mira ?? "", aldric],
    description: "La forge au crépuscule",
  });
}

/** The arguments of an example with every `<Name>` replaced by the id of the entity of that name. */
export function withIds<T>(args: T, ids: Readonly<Record<string, string>>): T {
  const replaced = JSON.stringify(args).replace(/"<([^<>"]+)>"/g, (placeholder, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`the example canon holds no entity for ${placeholder}`);
    return JSON.stringify(id);
  });
  return JSON.parse(replaced) as T;
}
