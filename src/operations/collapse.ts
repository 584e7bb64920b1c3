import * as z from "zod";
import type { CampaignInfo } from "../domain/campaign.ts";
import type { Contrainte } from "../domain/constraint.ts";
import { OBSERVATION_PRESETS } from "../domain/fact.ts";
import type { Usage } from "../domain/provider.ts";
import { type AttributValue, referencedEntities, valueSchema } from "../domain/value.ts";
import { SneqError } from "../errors.ts";
import type { Attempt } from "../router/chain.ts";
import { languageName, renderPrompt } from "../router/prompt.ts";
import { addUsage } from "../router/questions.ts";
import { excerpt } from "../router/redact.ts";
import type { Answer, Router } from "../router/router.ts";
import type { CampaignReads, CampaignStore, CampaignTransaction } from "../store/store.ts";
import { standingResult } from "./collapse-attribute.ts";
import { type CollapseCanon, readCollapseCanon } from "./collapse-canon.ts";
import type { CampaignContext, Collapsed, CollapseRequest, Outcome } from "./context.ts";
import { requireEntities } from "./entity-check.ts";
import { inscribe, judgeClaim } from "./inscribe.ts";

export interface CollapseHost {
  info: CampaignInfo;
  store: CampaignStore;
  router: Router;
  now(): number;
  commit: CampaignContext["commit"];
}

/** How often a value that canon refuses is asked for again. */
const REGENERATIONS = 2;
const LONGEST_TEXT = 4000;
const LONGEST_REASONING = 1000;

interface Proposal {
  value: AttributValue;
  reasoning: string;
}
type Refusal = { value: unknown; reason: string };

/**
 * Has the heavy tier settle an attribute, checks its answer against canon and inscribes it. No transaction is open while
 * the model works; what it relied on is checked again in the one that writes, where a fact that appeared meanwhile wins.
 * @throws SneqError PROVIDER_ERROR when no model answers, it declines, or canon refuses three values; nothing is written.
 */
export async function collapse(host: CollapseHost, request: CollapseRequest): Promise<Collapsed> {
  const canon = await host.store.snapshot((reads) => readCanon(reads, request));
  const refused: Refusal[] = [];
  const spent: Spending = { attempts: [], usage: {}, repairs: 1 };
  for (let round = 0; round <= REGENERATIONS; round++) {
    const answer = await propose(host, request, canon, refused, spent);
    const { value } = answer.value;
    let reason = await whyRefused(host.store, request, value);
    if (reason === null) {
      const settled = await host.commit((tx) => settle(tx, host.now(), request, canon, answer, spent.usage));
      if (!("refusal" in settled)) return settled;
      reason = settled.refusal;
    }
    refused.push({ value, reason: excerpt(reason, LONGEST_REASONING) });
    const last = spent.attempts.at(-1);
    if (last) Object.assign(last, { code: "MALFORMED", message: excerpt(reason) } satisfies Partial<Attempt>);
  }
  throw new SneqError(
    "PROVIDER_ERROR",
    `The model gave ${refused.length} values that canon refuses, the last since ${refused.at(-1)?.reason}; register a fact instead, or try another model.`,
    { providerCode: "MALFORMED", tier: "heavy", attempts: spent.attempts },
  );
}

/** What one collapse has cost so far; the one repair of a malformed answer is shared by its rounds. */
interface Spending {
  attempts: Attempt[];
  usage: Usage;
  repairs: number;
}

async function readCanon(reads: CampaignReads, request: CollapseRequest): Promise<CollapseCanon> {
  const entity = await reads.entity(request.entityId);
  if (entity) return readCollapseCanon(reads, entity, request);
  await requireEntities(reads, [request.entityId]);
  throw new Error("unreachable: an unknown entity is refused above");
}

async function propose(
  { router, info }: CollapseHost,
  { profondeur, registre }: CollapseRequest,
  canon: CollapseCanon,
  refused: readonly Refusal[],
  spent: Spending,
): Promise<Answer<Proposal>> {
  const words = { language: languageName(info.languages[0]), profondeur, registre };
  const prompt = await renderPrompt("collapse", { ...canon.data, refused }, words);
  try {
    const answer = await router.ask<Proposal>("heavy", {
      purpose: "collapse",
      ...prompt,
      schema: z.object({ value: valueSchema(), reasoning: z.string().catch("") }),
      sent: sentSchema(canon.rules),
      schemaName: "observation",
      repairs: spent.repairs,
    });
    spent.attempts.push(...answer.attempts);
    spent.repairs -= answer.attempts.filter(({ code }) => code === "MALFORMED").length;
    addUsage(spent.usage, answer.usage);
    return answer;
  } catch (error) {
    if (!SneqError.is(error) || error.code !== "PROVIDER_ERROR" || spent.attempts.length === 0) throw error;
    const details = error.details as { attempts: Attempt[] };
    const attempts = [...spent.attempts, ...details.attempts];
    throw new SneqError("PROVIDER_ERROR", error.message, { ...details, attempts }, { cause: error });
  }
}

// The plain types are what every service can enforce; a COMPOSITE is only asked for where a rule names one.
function sentSchema(rules: readonly Contrainte[]): z.ZodType {
  const composite = rules.some(
    ({ rule }) => rule.type === "DOIT_ETRE" && rule.valeurs.some((v) => v.type === "COMPOSITE"),
  );
  const plain = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("STRING"), value: z.string() }),
    z.strictObject({ type: z.literal("NUMBER"), value: z.number() }),
    z.strictObject({ type: z.literal("BOOLEAN"), value: z.boolean() }),
    z.strictObject({ type: z.literal("ENTITY_REF"), id: z.string() }),
    z.strictObject({ type: z.literal("ENTITY_SET"), ids: z.array(z.string()) }),
    z.strictObject({ type: z.literal("ENUM"), value: z.string(), enumType: z.string() }),
  ]);
  return z.strictObject({ value: composite ? valueSchema() : plain, reasoning: z.string() });
}

/** Why canon cannot take a value, in words the model is told; null when it can. */
async function whyRefused(
  reads: CampaignReads,
  { entityId, attributeKey }: CollapseRequest,
  value: AttributValue,
): Promise<string | null> {
  const text = JSON.stringify(value);
  if ((value.type === "STRING" || value.type === "ENUM") && value.value.trim() === "") return "it is empty";
  if (text.length > LONGEST_TEXT) return `it is longer than ${LONGEST_TEXT} characters`;
  if (/\\ud[89a-f]/i.test(text)) return "it holds a broken character";
  const strangers = await reads.unknownEntities(referencedEntities(value));
  if (strangers.length > 0) return `${strangers.join(", ")} is no entity of this canon`;
  const { violations } = await judgeClaim(reads, { entityId, attributeKey, value });
  return violations.length === 0 ? null : reasonsOf(violations);
}

function reasonsOf(violations: readonly { reason: string; justification: string }[]): string {
  return violations.map(({ reason, justification }) => `${reason} (${justification})`).join("; ");
}

/** The one transaction: what stands meanwhile wins, a rule added meanwhile refuses, else the value becomes a fact. */
async function settle(
  tx: CampaignTransaction,
  now: number,
  { entityId, attributeKey }: CollapseRequest,
  { category }: CollapseCanon,
  { value: { value, reasoning: said }, provider, model }: Answer<Proposal>,
  usage: Usage,
): Promise<Outcome<Collapsed | { refusal: string }>> {
  const standing = await tx.fact(entityId, attributeKey);
  if (standing) return { result: standingResult(standing), canon: false };
  const sceneId = (await tx.currentScene())?.sceneId;
  const observation = { ...OBSERVATION_PRESETS.system, timestamp: now, ...(sceneId ? { sceneId } : {}) };
  const inscribed = await inscribe(tx, { entityId, attributeKey, value, category, observation }, now);
  if (inscribed.kind === "violation") return { result: { refusal: reasonsOf(inscribed.violations) }, canon: false };
  if (inscribed.kind !== "inscribed") return { result: standingResult(inscribed.fact), canon: false };
  const { fact, propagation } = inscribed;
  const reasoning = excerpt(said.toWellFormed(), LONGEST_REASONING);
  const { factId } = fact;
  const payload = { factId, entityId, attributeKey, value, reasoning, propagation, provider, model, usage };
  await tx.appendEvent("attribute.collapsed", payload, now);
  return { result: { value, reasoning, propagation, factId }, canon: true };
}
