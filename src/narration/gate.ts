import type { NarrationCheck, UnansweredTier } from "../domain/report.ts";
import type { GateContext, NameResolution, NarrationGate, NarrationGateInput, ValidationReport } from "../plugin.ts";
import { assemble, inOrder } from "./assemble.ts";
import { canonIndex } from "./canon.ts";
import { canonHeadsOf, type ExtractedName, namesOf, type Reading, read } from "./extract.ts";
import type { Mention } from "./statements.ts";

/** The gate at the bottom of the order: extract, resolve, second opinion, assemble. It never calls the gate below. */
export const builtinGate: NarrationGate = { validate };

async function validate(input: NarrationGateInput, ctx: GateContext): Promise<ValidationReport> {
  const wanted = input.checks ?? ["names"];
  const reading = read(input.narration, ctx.languages);
  const heads = canonHeadsOf(reading);
  const known = heads.length > 0 ? await ctx.namesStartingWith(heads) : [];
  const names = namesOf(reading, canonIndex(known, reading.lexicon), ctx.ignore);
  const nouns = names.map(({ noun }) => noun);
  const resolved = nouns.length > 0 ? await ctx.resolveNames(nouns, input.type) : NO_NAMES;
  const second = wanted.includes("names") ? await askAgain(input, ctx, resolved.names) : NO_OPINION;
  const found = {
    names,
    resolutions: resolved.names,
    opinions: second.opinions,
    partial: resolved.partial || second.unavailable,
    unanswered: [...unanswered("embeddings", resolved), ...unanswered("light", second)],
  };
  const report = assemble(input, found, reading.lexicon);
  return wanted.some((check) => check !== "names") ? withValues(report, ctx, reading, found, wanted) : report;
}

const NO_NAMES: Awaited<ReturnType<GateContext["resolveNames"]>> = { names: [], partial: false };
type Opinions = Awaited<ReturnType<GateContext["secondOpinion"]>>;
const NO_OPINION: Opinions = { opinions: [], unavailable: false };

/** A tier that was asked in vain. One that nobody configured is no news: most programs work without. */
function unanswered(tier: UnansweredTier["tier"], { providerCode }: { providerCode?: string }): UnansweredTier[] {
  return providerCode === undefined || providerCode === "NOT_CONFIGURED" ? [] : [{ tier, providerCode }];
}

/** The second opinion on what has no match or several bearers; nobody is asked when there is nothing open. */
async function askAgain(input: NarrationGateInput, ctx: GateContext, names: NameResolution[]): Promise<Opinions> {
  const open = names.filter(({ kind }) => kind === "no-match" || kind === "ambiguous");
  return open.length > 0 ? ctx.secondOpinion(input.narration, open) : NO_OPINION;
}

/** Adds what the checks of values find, and says what every asked check looked at. */
async function withValues(
  report: ValidationReport,
  ctx: GateContext,
  reading: Reading,
  found: { names: ExtractedName[]; resolutions: NameResolution[] },
  wanted: readonly NarrationCheck[],
): Promise<ValidationReport> {
  const { checkValues } = await import("./checks.ts");
  const mentions = mentionsOf(found.names, found.resolutions);
  const entityIds = [...new Set(mentions.map(({ entityId }) => entityId))];
  const values = entityIds.length > 0 ? await ctx.canonValues(entityIds) : [];
  const results = checkValues(reading, mentions, values, wanted);
  const names = wanted.includes("names") ? report.issues : [];
  const issues = inOrder([...names, ...results.flatMap((result) => result.issues)]);
  const ofNames = wanted.includes("names")
    ? [{ check: "names" as const, entities: entityIds.length, statements: mentions.length }]
    : [];
  return {
    ...report,
    ok: issues.length === 0,
    issues,
    checked: [...ofNames, ...results.map(({ checked }) => checked)],
  };
}

/** Every place where a name stands that canon resolved to one entity, in order. */
function mentionsOf(names: ExtractedName[], resolutions: NameResolution[]): Mention[] {
  const mentions = names.flatMap(({ noun, occurrences }, i) => {
    const [match] = resolutions[i]?.candidates ?? [];
    if (resolutions[i]?.kind !== "match" || match === undefined) return [];
    const { entityId, canonicalName } = match;
    return occurrences.map(({ start, end }) => ({ noun, entityId, canonicalName, start, end }));
  });
  return mentions.sort((a, b) => a.start - b.start);
}
