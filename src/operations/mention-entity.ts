import * as z from "zod";
import type { EntityType } from "../domain/entity.ts";
import { newId } from "../domain/ids.ts";
import type { Usage } from "../domain/provider.ts";
import { bestOfEach, type Candidate, MOST_CANDIDATES } from "../domain/resolution.ts";
import { comparisonKey } from "../domain/text.ts";
import type { CampaignTransaction } from "../store/store.ts";
import type { CampaignContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { requireScene } from "./entity-check.ts";
import { candidate, entityType, nameText, operationId, prose } from "./schemas.ts";

interface Mentioned {
  canonicalName: string;
  type: EntityType;
  aliases?: string[] | undefined;
  sceneId?: string | undefined;
  description: string;
  force?: boolean | undefined;
}

/** Null ids when nothing was created; `similar` are look-alikes that did not stand in the way. */
interface MentionResult {
  entityId: string | null;
  isNew: boolean;
  resolvedTo: string | null;
  needsAdjudication?: true;
  candidates?: Candidate[];
  similar?: Candidate[];
}

export const mentionEntity = defineOperation({
  name: "mention-entity",
  summary: "Add an entity to the canon, or find it there under the same name",
  description:
    "Inscribes somebody or something new. A name that canon holds already is reused, and its new aliases are kept. When the name is so close to a known one that a slip explains it, nothing is created and needsAdjudication is true: use a candidate's id, or repeat with force.",
  scope: "campaign",
  effect: "writes",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      canonicalName: nameText("The name canon shall use, 1 to 200 characters"),
      type: entityType(),
      aliases: z
        .array(nameText("Another name or phrase"))
        .max(200)
        .optional()
        .describe("Other names: “the blacksmith”"),
      sceneId: z.string().min(1).optional().describe("Scene it appears in"),
      description: prose("Who or what it is, in a sentence"),
      force: z.boolean().optional().describe("true: create it even beside a namesake or a look-alike"),
      operationId: operationId(),
    }),
  output: () =>
    z.strictObject({
      entityId: z.string().nullable(),
      isNew: z.boolean(),
      resolvedTo: z.string().nullable(),
      needsAdjudication: z.literal(true).optional(),
      candidates: z.array(candidate()).optional(),
      similar: z.array(candidate()).optional(),
    }),
  examples: [
    {
      title: "A new character, known by two phrases",
      args: {
        canonicalName: "Bérengère Aubier",
        type: "PERSONNAGE",
        aliases: ["la meunière", "la veuve"],
        description: "Meunière au bord de la Sauldre, veuve",
      },
    },
  ],
  async run(context, input) {
    const { matches, ...made } = await weigh(context, input);
    return context.commit<MentionResult>(async (tx) => {
      await requireScene(tx, input.sceneId);
      const bearers = await context.resolver.byName(input.canonicalName, input.type, tx);
      const [only] = bearers;
      if (only && bearers.length === 1 && !input.force) return reuse(context, tx, input, only);
      const near = (await context.resolver.near(input.canonicalName, undefined, tx)).map(({ grade, ...other }) => ({
        other,
        firm: grade === "firm" && other.type === input.type,
      }));
      const doubtful = bestOfEach([
        ...bearers,
        ...near.filter(({ firm }) => firm).map(({ other }) => other),
        ...matches,
      ]);
      if (doubtful.length > 0 && !input.force)
        return {
          result: {
            entityId: null,
            isNew: false,
            resolvedTo: null,
            needsAdjudication: true as const,
            candidates: doubtful.slice(0, MOST_CANDIDATES),
          },
          canon: false,
        };
      const namesakes = await context.resolver.byName(input.canonicalName, undefined, tx);
      const similar = bestOfEach([...doubtful, ...namesakes, ...near.map(({ other }) => other)]).slice(0, 10);
      const entityId = await create(context, tx, input, made);
      return {
        result: { entityId, isNew: true, resolvedTo: null, ...(similar.length > 0 ? { similar } : {}) },
        canon: true,
      };
    });
  },
});

/**
 * Asked before the transaction, since a transaction never waits for a service; not asked about a name that canon holds. A
 * space out of reach stops no creation.
 */
async function weigh(context: CampaignContext, input: Mentioned) {
  const { canonicalName: name, type, aliases = [], description } = input;
  if (!input.force && (await context.resolver.byName(name, type)).length > 0) return { matches: [], vector: null };
  const weighed = await context.weighMention({ name, type, aliases, description });
  return { ...weighed, matches: input.force ? [] : weighed.matches };
}

async function reuse(context: CampaignContext, tx: CampaignTransaction, input: Mentioned, known: Candidate) {
  const added = await addAliases(context, tx, known.entityId, input);
  const now = context.now();
  await tx.touch([known.entityId], now);
  if (added.length > 0) {
    await tx.appendEvent("entity.alias_added", { entityId: known.entityId, aliases: added }, now);
    await tx.markForVector(known.entityId, false);
  }
  return {
    result: { entityId: known.entityId, isNew: false, resolvedTo: known.entityId },
    canon: added.length > 0,
  };
}

async function create(
  context: CampaignContext,
  tx: CampaignTransaction,
  input: Mentioned,
  { vector, usage }: { vector: Float32Array | null; usage?: Usage },
): Promise<string> {
  const now = context.now();
  const entityId = newId("ent", now);
  const { canonicalName: name, type, description } = input;
  const key = comparisonKey(name);
  const entity = { entityId, type, name, key, description, tags: [], createdAt: now };
  let homonym = await tx.nextHomonym(type, key);
  while (!(await tx.insertEntity({ ...entity, homonym }))) homonym++;
  const aliases = await addAliases(context, tx, entityId, input);
  if (vector) await tx.putVector(entityId, context.info.embeddingModel, vector, now);
  else await tx.markForVector(entityId, true);
  await tx.appendEvent(
    "entity.created",
    {
      entityId,
      type,
      name,
      aliases,
      ...(homonym > 0 ? { homonym } : {}),
      ...(input.sceneId ? { sceneId: input.sceneId } : {}),
      ...(usage ? { usage } : {}),
    },
    now,
  );
  return entityId;
}

async function addAliases(
  context: CampaignContext,
  tx: CampaignTransaction,
  entityId: string,
  input: Mentioned,
): Promise<string[]> {
  const observedAt = context.now();
  const aliases = (input.aliases ?? []).map((text) => ({ text, source: "GM_NARRATION" as const, observedAt }));
  return (await tx.addAliases(entityId, aliases)).map((alias) => alias.text);
}
