import * as z from "zod";
import { attributeKey } from "../domain/attribute-key.ts";
import type { Propagation, Violation } from "../domain/constraint.ts";
import { type AttributFige, OBSERVATION_PRESETS, type Observation, observationSchema } from "../domain/fact.ts";
import { sayIssue } from "../domain/schema-issue.ts";
import { type AttributValue, referencedEntities, valueSchema } from "../domain/value.ts";
import { invalid } from "../errors.ts";
import type { CampaignReads } from "../store/store.ts";
import type { CampaignContext } from "./context.ts";
import { defineOperation } from "./define.ts";
import { inscribe } from "./inscribe.ts";
import { category, entityId, factOutput, operationId, propagationOutput, violationOutput } from "./schemas.ts";

/** A null `factId` means that nothing was written, and one of the lists says why. */
interface RegisterResult {
  factId: string | null;
  contradictions: AttributFige[];
  alreadyKnown?: true;
  violations?: Violation[];
  warnings?: Violation[];
  propagation?: Propagation;
}

export const registerFact = defineOperation({
  name: "register-fact",
  summary: "Make an attribute of an entity a permanent fact",
  description:
    "What was observed becomes canon for ever. A fact that says otherwise already stands is returned in contradictions, a strict rule that forbids the value in violations: then factId is null and nothing was written. Neither is an error: tell the story as canon has it.",
  scope: "campaign",
  effect: "writes",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      entityId: entityId(),
      attributeKey: attributeKey(),
      value: valueSchema(),
      category: category(),
      observation: observationSchema().optional(),
      operationId: operationId(),
    }),
  output: () =>
    z.strictObject({
      factId: z.string().nullable(),
      contradictions: z.array(factOutput()),
      alreadyKnown: z.literal(true).optional(),
      violations: z.array(violationOutput()).optional(),
      warnings: z.array(violationOutput()).optional(),
      propagation: propagationOutput().optional(),
    }),
  examples: [
    {
      title: "What the blacksmith was before",
      args: {
        entityId: "<Aldric Fervent>",
        attributeKey: "ancien_metier",
        value: { type: "STRING", value: "capitaine" },
        category: "HISTORIQUE",
      },
      flags: ["--source", "gm-narration"],
    },
    {
      title: "A link to somebody else",
      args: {
        entityId: "<Aldric Fervent>",
        attributeKey: "lieu_de_travail",
        value: { type: "ENTITY_REF", id: "<La Forge de Valmure>" },
        category: "SOCIAL",
      },
    },
  ],
  run: (context, input) =>
    context.commit<RegisterResult>(async (tx) => {
      const now = context.now();
      const { operationId: _, observation, ...claim } = input;
      const outcome = await inscribe(tx, { ...claim, observation: await observed(context, tx, observation, now) }, now);
      switch (outcome.kind) {
        case "known":
          return {
            result: { factId: outcome.fact.factId, contradictions: [], alreadyKnown: true as const },
            canon: true,
          };
        case "contradiction":
          return { result: { factId: null, contradictions: [outcome.fact] }, canon: false };
        case "violation":
          return { result: { factId: null, contradictions: [], violations: outcome.violations }, canon: false };
        case "inscribed": {
          const { fact, warnings, propagation } = outcome;
          return {
            result: {
              factId: fact.factId,
              contradictions: [],
              ...(warnings.length > 0 ? { warnings } : {}),
              ...(setInMotion(propagation, input.value) ? { propagation } : {}),
            },
            canon: true,
          };
        }
      }
    }),
});

/** Whether a rule did something beyond what the value itself says of whom it concerns. */
function setInMotion({ contraintesAjoutees, entitesImpactees }: Propagation, value: AttributValue): boolean {
  const named = referencedEntities(value);
  return contraintesAjoutees.length > 0 || entitesImpactees.some((entityId) => !named.includes(entityId));
}

type GivenObservation = z.output<ReturnType<typeof observationSchema>>;

/** The preset, what was laid over it, or the caller's own observation in place of both; the time is filled in. */
async function observed(
  context: CampaignContext,
  reads: CampaignReads,
  given: GivenObservation | undefined,
  now: number,
): Promise<Observation> {
  const { preset, overlay } = context.observation;
  if (given) return defined({ ...given, timestamp: given.timestamp ?? now });
  const sceneId = (await reads.currentScene())?.sceneId;
  const built = defined({ ...OBSERVATION_PRESETS[preset], timestamp: now, sceneId, ...overlay });
  if (Object.hasOwn(OBSERVATION_PRESETS, preset) && Object.keys(overlay).length === 0) return built;
  // A program may pass options that its compiler never saw, and a fact is for ever.
  const [issue] = observationSchema().safeParse(built, { error: sayIssue }).error?.issues ?? [];
  if (issue) throw invalid(["observation", ...(issue.path as (string | number)[])], issue.message, issue.code);
  return built;
}

function defined(observation: { [K in keyof Observation]: Observation[K] | undefined }): Observation {
  return Object.fromEntries(
    Object.entries(observation).filter(([, value]) => value !== undefined),
  ) as unknown as Observation;
}
