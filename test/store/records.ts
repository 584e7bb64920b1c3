import type { CampaignInfo } from "../../src/domain/campaign.ts";
import type { AttributFige } from "../../src/domain/fact.ts";
import { newId } from "../../src/domain/ids.ts";
import { comparisonKey } from "../../src/domain/text.ts";
import type { CampaignStore, NewEntity, Store } from "../../src/store/store.ts";

export const AT = 1_700_000_000_000;

export const info = (id: string, more: Partial<CampaignInfo> = {}): CampaignInfo => ({
  id,
  name: id,
  languages: ["fr", "en"],
  embeddingModel: "local",
  embeddingDim: 768,
  createdAt: AT,
  ...more,
});

export const entity = (name: string, more: Partial<NewEntity> = {}): NewEntity => ({
  entityId: newId("ent", AT),
  type: "PERSONNAGE",
  name,
  key: comparisonKey(name),
  homonym: 0,
  description: name,
  tags: [],
  createdAt: AT,
  ...more,
});

export const fact = (entityId: string, attributeKey: string, value: AttributFige["value"]): AttributFige => ({
  factId: newId("fact", AT),
  entityId,
  attributeKey,
  value,
  category: "ETAT",
  observation: { source: "SYSTEM", method: "DOCUMENT", fiabilite: "CERTAINE", timestamp: AT },
  turn: 0,
  createdAt: AT,
});

export const text = (value: string) => ({ type: "STRING", value }) as const;
export const alias = (spelling: string) => ({ text: spelling, source: "PLAYER", observedAt: AT }) as const;

/** A store under the contract, and the one that is asked. Anew for each test, hence a function. */
export type Current = () => { store: Store; rows(): number };

export async function newCampaign(store: Store, id: string, more: Partial<CampaignInfo> = {}): Promise<CampaignStore> {
  await store.createCampaign(info(id, more), async () => {});
  const opened = await store.campaign(id, "writes");
  if (!opened) throw new Error("the campaign was just created");
  return opened;
}

/** Writes an entity and answers its id. */
export async function add(
  to: CampaignStore,
  name: string,
  { aliases = [], ...more }: Partial<NewEntity> & { aliases?: string[] } = {},
): Promise<string> {
  const one = entity(name, more);
  await to.write(async (tx) => {
    await tx.insertEntity(one);
    await tx.addAliases(one.entityId, aliases.map(alias));
  });
  return one.entityId;
}
