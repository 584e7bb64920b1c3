import type { Config } from "./config.ts";
import type { AttributFige } from "./domain/fact.ts";
import type { GateContext, NarrationGateInput, NextGate } from "./domain/gate.ts";
import type { LanguagePack } from "./domain/language-pack.ts";
import type { GateError, ValidationReport } from "./domain/report.ts";
import type { Extensions, OrderedGate } from "./extensions.ts";
import { chooseGates } from "./gates/choose-gates.ts";
import type { GateRunner } from "./gates/run-gate.ts";
import type { CampaignSession } from "./hooks.ts";
import type { CampaignContext } from "./operations/context.ts";
import { secondOpinion } from "./resolver/second-opinion.ts";
import type { Router } from "./router/router.ts";

/** Recently touched entities that the second opinion is shown, unless the configuration says otherwise. */
const RECENT = 20;

export interface NarrationCheck {
  input: NarrationGateInput;
  context: CampaignContext;
  config: Config;
  extensions: Extensions;
  router: Router;
  session: CampaignSession;
  gates: GateRunner;
  log(event: Record<string, unknown>): void;
}

/**
 * Reads a narration through the gates in their order. A gate that the program registered on its campaign is the outermost,
 * and what it throws is the program's own; gates of plugins cannot fail the call: where one does, the gate below answers,
 * down to the built-in one, and the report names the failure in `gateErrors`.
 */
export async function checkNarration(check: NarrationCheck): Promise<ValidationReport> {
  const { builtinGate } = await import("./narration/builtin.ts");
  const errors: GateError[] = [];
  const ctx = await gateContext(check, errors);
  let below: NextGate = async (input) => builtinGate.validate(input ?? check.input, ctx, below);
  for (const gate of pluginGates(check, errors).reverse()) {
    const next = below;
    below = async (asked = check.input) =>
      check.gates.run(gate, asked, ctx, (changed = asked) => next(changed), errors);
  }
  const own = check.session.gates.newest;
  const report = await (own ? own.validate(check.input, ctx, below) : below());
  const failures = [...check.extensions.problems, ...errors];
  return failures.length > 0 ? { ...report, gateErrors: failures } : report;
}

/** Gates of plugins, the outermost first: those that wrap, then the one that replaces the built-in gate, if any. */
function pluginGates({ extensions, context, config, log }: NarrationCheck, errors: GateError[]): OrderedGate[] {
  const { stack, ignored, missing } = chooseGates(extensions.gates(context.info.languages), config.validator.gate);
  for (const { plugin, id } of ignored) log({ event: "gate-ignored", plugin, gate: id, winner: stack.at(-1)?.id });
  if (missing !== undefined)
    errors.push({
      plugin: missing,
      code: "GATE_NOT_FOUND",
      message: `No installed plugin offers the gate ${missing} that validator.gate chooses; see: plugins doctor`,
    });
  return stack;
}

async function gateContext(check: NarrationCheck, errors: GateError[]): Promise<GateContext> {
  const { context, config, router } = check;
  const { info, store, resolver } = context;
  return {
    campaign: { id: info.id, name: info.name },
    languages: await packs(check, errors),
    ignore: [...(config.validator.stopwords ?? []), ...(config.validator.ignore ?? [])],
    namesStartingWith: (heads) => store.namesByHeads(heads),
    resolveNames: (nouns, type) => resolver.names(nouns, type),
    secondOpinion: (narration, names) =>
      secondOpinion(
        { router, reads: store, topK: config.validator.topK ?? RECENT, language: info.languages[0], log: check.log },
        narration,
        names,
      ),
    canonValues: (entityIds) => canonValues(context, entityIds),
  };
}

/** A campaign may be in a language that nobody has a pack for; one that the configuration asks for has to be there. */
async function packs({ context, config, extensions }: NarrationCheck, errors: GateError[]): Promise<LanguagePack[]> {
  const chosen = config.validator.languages;
  const packs: LanguagePack[] = [];
  for (const language of chosen ?? context.info.languages) {
    const pack = await extensions.languagePack(language);
    if (pack) packs.push(pack);
    else if (chosen)
      errors.push({
        plugin: language,
        code: "LANGUAGE_NOT_FOUND",
        message: `No installed plugin offers the language ${language} that validator.languages names; see: plugins doctor`,
      });
  }
  return packs;
}

async function canonValues({ store }: CampaignContext, entityIds: readonly string[]) {
  const [facts, scene] = [await store.facts(entityIds), await store.currentScene()];
  const factsOf = new Map<string, AttributFige[]>(entityIds.map((entityId) => [entityId, []]));
  for (const fact of facts) factsOf.get(fact.entityId)?.push(fact);
  return entityIds.map((entityId) => {
    const own = factsOf.get(entityId) ?? [];
    const state = own.find((fact) => fact.attributeKey === "etat")?.value;
    return {
      entityId,
      numbers: own.flatMap(({ attributeKey, value }) =>
        value.type === "NUMBER" ? [{ attributeKey, value: value.value }] : [],
      ),
      state: state && (state.type === "STRING" || state.type === "ENUM") ? state.value : null,
      present: !scene || scene.presentEntityIds.includes(entityId) || scene.locationEntityId === entityId,
    };
  });
}
