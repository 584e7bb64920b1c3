import { expect } from "chai";
import type { Campaign } from "../../src/campaign.ts";
import { memoryCampaign, mention } from "./world.ts";

/** A narration with its whole report: the names in the order they appear, and one line for each issue. */
export interface Case {
  narration: string;
  names: string[];
  issues: string[];
}

type Report = Awaited<ReturnType<Campaign["validateNarration"]>>;

/** The names of a report, and its issues as `kind noun (suggestion, …) line:column …`. */
function written(report: Report): Pick<Case, "names" | "issues"> {
  const issues = report.issues.map(({ kind, noun, suggestions, occurrences }) => {
    const meant =
      suggestions.length > 0 ? ` (${suggestions.map(({ canonicalName }) => canonicalName).join(", ")})` : "";
    return `${kind} ${noun}${meant} ${occurrences.map(({ line, column }) => `${line}:${column}`).join(" ")}`;
  });
  return { names: report.extractedNames, issues };
}

const CANON = [
  ["Alduin", "PERSONNAGE", ["le Dévoreur de Mondes", "the World-Eater"]],
  ["Mira", "PERSONNAGE", []],
  ["Aldric Fervent", "PERSONNAGE", ["le forgeron"]],
  ["Marla Jones", "PERSONNAGE", []],
  ["Bran", "PERSONNAGE", ["le Corbeau", "the Raven"]],
  ["Ysolde Sombrelac", "PERSONNAGE", ["le Corbeau", "the Raven"]],
  ["N'zul", "PERSONNAGE", []],
  ["Louis XIV", "PERSONNAGE", []],
  ["Fort-Dragon", "LIEU", []],
  ["La Forge de Valmure", "LIEU", []],
  ["Tower of Jade", "LIEU", ["Tour de Jade"]],
  ["北京", "LIEU", []],
  ["Épée de Vérité", "OBJET", ["Sword of Truth"]],
] as const;

/** A campaign in memory that knows thirteen names. */
async function sampleCampaign(): Promise<{ campaign: Campaign; close: () => void }> {
  const { engine, campaign } = await memoryCampaign({
    config: { validator: { ignore: ["Boule de Feu", "Fireball", "Second Souffle"] } },
  });
  for (const [name, type, aliases] of CANON)
    await mention(campaign, name, { type, aliases: [...aliases], force: true });
  return { campaign, close: () => engine.close() };
}

/** One test for each narration: its whole report against the sample campaign. */
export function describeNarrations(title: string, cases: readonly Case[]): void {
  describe(title, () => {
    let campaign: Campaign;
    let close: () => void;
    before(async () => {
      ({ campaign, close } = await sampleCampaign());
    });
    after(() => close());

    for (const { narration, ...expected } of cases)
      it(JSON.stringify(narration), async () => {
        expect(written(await campaign.validateNarration({ narration }))).to.deep.equal(expected);
      });
  });
}
