import type { GateContext, NarrationGate, NarrationGateInput, SecondOpinion, ValidationReport } from "../plugin.ts";
import { assemble } from "./assemble.ts";
import { canonIndex } from "./canon.ts";
import { canonHeadsOf, namesOf, read } from "./extract.ts";

/** The gate at the bottom of the order: extract, resolve, second opinion, assemble. It never calls the gate below. */
export const builtinGate: NarrationGate = { validate };

async function validate(input: NarrationGateInput, ctx: GateContext): Promise<ValidationReport> {
  const reading = read(input.narration, ctx.languages);
  const heads = canonHeadsOf(reading);
  const known = heads.length > 0 ? await ctx.namesStartingWith(heads) : [];
  const names = namesOf(reading, canonIndex(known, reading.lexicon), ctx.ignore);
  if (names.length === 0) return { ok: true, extractedNames: [], issues: [] };

  const nouns = names.map(({ noun }) => noun);
  const resolved = await ctx.resolveNames(nouns, input.type);
  const open = resolved.names.filter(({ kind }) => kind === "no-match" || kind === "ambiguous");
  let opinions: SecondOpinion[] = [];
  let { partial } = resolved;
  if (open.length > 0) {
    const second = await ctx.secondOpinion(input.narration, open);
    opinions = second.opinions;
    partial ||= second.unavailable;
  }
  return assemble(input, { names, resolutions: resolved.names, opinions, partial }, reading.lexicon);
}
