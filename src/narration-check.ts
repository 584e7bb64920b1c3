import type { Config } from "./config.ts";
import type { GateContext, NarrationGateInput, NextGate } from "./domain/gate.ts";
import type { LanguagePack } from "./domain/language-pack.ts";
import type { ValidationReport } from "./domain/report.ts";
import type { Extensions } from "./extensions.ts";
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
}

/**
 * Reads a narration through the gates in their order, the built-in one last. A gate that a program registered on its campaign
 * stands before those of plugins.
 */
export async function checkNarration(check: NarrationCheck): Promise<ValidationReport> {
  const { builtinGate } = await import("./narration/builtin.ts");
  const ctx = await gateContext(check);
  let below: NextGate = async (input) => builtinGate.validate(input ?? check.input, ctx, below);
  const stack = [
    ...check.extensions.gates(check.context.info.languages).map(({ gate }) => gate),
    ...(check.session.gates.newest ? [check.session.gates.newest] : []),
  ];
  for (const gate of stack.reverse()) {
    const next = below;
    below = async (input) => gate.validate(input ?? check.input, ctx, next);
  }
  return below(check.input);
}

async function gateContext(check: NarrationCheck): Promise<GateContext> {
  const { context, config, router } = check;
  const { info, store, resolver } = context;
  return {
    campaign: { id: info.id, name: info.name },
    languages: await packs(check),
    ignore: config.validator.ignore ?? [],
    namesStartingWith: (heads) => store.namesByHeads(heads),
    resolveNames: (nouns, type) => resolver.names(nouns, type),
    secondOpinion: (narration, names) =>
      secondOpinion(
        { router, reads: store, topK: config.validator.topK ?? RECENT, language: info.languages[0] },
        narration,
        names,
      ),
    canonValues: (entityIds) => canonValues(context, entityIds),
  };
}

async function packs({ context, config, extensions }: NarrationCheck): Promise<LanguagePack[]> {
  const languages = config.validator.languages ?? context.info.languages;
  const found = await Promise.all(languages.map((language) => extensions.languagePack(language)));
  return found.filter((pack) => pack !== null);
}

async function canonValues({ store }: CampaignContext, entityIds: readonly string[]) {
  const [facts, scene] = [await store.facts(entityIds), await store.currentScene()];
  return entityIds.map((entityId) => {
    const own = facts.filter((fact) => fact.entityId === entityId);
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
