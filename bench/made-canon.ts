import { existsSync } from "node:fs";
import { BUILT_IN_ARTICLES } from "../src/domain/articles.ts";
import { newId } from "../src/domain/ids.ts";
import { comparisonKey } from "../src/domain/text.ts";
import { SqliteStore } from "../src/store/sqlite/sqlite-store.ts";
import type { CampaignTransaction } from "../src/store/store.ts";

const FIRST = "al ber cor dan el far gre hul is jor kal lom mar nor os per quin ras sor tib ul var wen yor zel".split(
  " ",
);
const MIDDLE = "a e i o u ai ou an en or".split(" ");
const LAST = "dric mund bert lia nor vin ras tan gard wen lot mir sel dor".split(" ");
const TRADES = "forgeron meunier garde passeur veilleur tanneur scribe chasseur berger potier".split(" ");

/** The id of the entity with a number. */
export type Ids = (index: number) => string;

/** A word that differs from every other number's, made of syllables so that many words resemble each other. */
function word(n: number): string {
  const first = FIRST[n % FIRST.length];
  const middle = MIDDLE[Math.floor(n / FIRST.length) % MIDDLE.length];
  const last = LAST[Math.floor(n / (FIRST.length * MIDDLE.length)) % LAST.length];
  const more = Math.floor(n / (FIRST.length * MIDDLE.length * LAST.length));
  const text = `${first}${middle}${last}${more > 0 ? word(more - 1).toLowerCase() : ""}`;
  return `${text[0]?.toUpperCase()}${text.slice(1)}`;
}

/** The name of the entity with a number: a first name that many share and a family name that few do. */
export const nameOf = (index: number) => `${word(index % 997)} ${word(1000 + index)}`;

/** Its three aliases. */
export const phrasesOf = (index: number) => [
  `le ${TRADES[index % TRADES.length]} de ${word(2000 + index)}`,
  `${word(1000 + index)} le ${index % 2 === 0 ? "Vieux" : "Jeune"}`,
  `Maître ${word(3000 + index)}`,
];

/** A name that nobody bears and nobody's resembles. */
export const strangerOf = (index: number) =>
  `Xy${"aeiou"[index % 5]}xth${"aeiou"[(index * 3) % 5]}q Phwz${index % 97}kj`;

/** Makes a campaign `bench` of so many entities; twenty of them are in the scene with fifteen facts each. */
export async function seedCanon(db: string, size: number): Promise<Ids> {
  const ids = (index: number) => `ent_${String(index).padStart(8, "0")}`;
  if (existsSync(db)) return ids;
  const store = new SqliteStore({ path: db, articles: (language) => BUILT_IN_ARTICLES[language] ?? [] });
  const at = Date.now();
  const info = { id: "bench", name: "bench", languages: ["fr", "en"], embeddingModel: "local", embeddingDim: 768 };
  await store.createCampaign({ ...info, createdAt: at }, async () => {});
  const campaign = await store.campaign("bench", "writes");
  if (!campaign) throw new Error("the campaign was just made");
  for (let from = 0; from < size; from += 2000)
    await campaign.write(async (tx) => {
      for (let i = from; i < Math.min(size, from + 2000); i++) await addEntity(tx, ids, i, at);
    });
  const present = Array.from({ length: 20 }, (_, index) => ids(index));
  await campaign.write((tx) => openScene(tx, present, at));
  store.close();
  return ids;
}

async function addEntity(tx: CampaignTransaction, ids: Ids, i: number, at: number): Promise<void> {
  const entityId = ids(i);
  const name = nameOf(i);
  const entity = { entityId, type: "PERSONNAGE", name, key: comparisonKey(name), description: "", tags: [] } as const;
  await tx.insertEntity({ ...entity, tags: [], homonym: 0, createdAt: at });
  await tx.addAliases(
    entityId,
    phrasesOf(i).map((text) => ({ text, source: "GM_NARRATION", observedAt: at })),
  );
  await addFact(tx, entityId, "voisin", { type: "ENTITY_REF", id: ids(Math.max(0, i - 1)) }, at);
  await tx.appendEvent("entity.created", { entityId, type: entity.type, name }, at);
}

async function openScene(tx: CampaignTransaction, present: string[], at: number): Promise<void> {
  for (const id of present)
    for (let i = 0; i < 15; i++) await addFact(tx, id, `trait_${i}`, { type: "STRING", value: `valeur ${i}` }, at);
  const turnNumber = await tx.openTurn(null, at);
  const [locationEntityId = ""] = present;
  const scene = { sceneId: newId("scene", at), locationEntityId, presentEntityIds: present, description: "" };
  await tx.insertScene({ ...scene, turnNumber, createdAt: at });
}

type Value = Parameters<CampaignTransaction["insertFact"]>[0]["value"];

async function addFact(tx: CampaignTransaction, entityId: string, attributeKey: string, value: Value, at: number) {
  const observation = { source: "SYSTEM", method: "DOCUMENT", fiabilite: "CERTAINE", timestamp: at } as const;
  const fact = { factId: newId("fact", at), entityId, attributeKey, value, observation, turn: 0, createdAt: at };
  await tx.insertFact({ ...fact, category: "SOCIAL" });
}
