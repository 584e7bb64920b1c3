import type { Lexicon } from "./lexicon.ts";
import type { Token } from "./tokens.ts";

interface Word {
  folded: string;
  rank: number;
}

/**
 * "Grog charges", "Vex, grinning, draws", "Oak looked away": a known word that opens a sentence without an article and does
 * something, as a name does. Of a frequent word only what somebody alone can do proves that.
 */
export function isBareSubject(tokens: Token[], at: number, { folded, rank }: Word, lexicon: Lexicon): boolean {
  const shaped = lexicon.looksLikeName(folded);
  const after = tokens[at + 1];
  // "Vex: I'll go first", but not "Stealth: 14".
  if (rank === 1 && after?.text === ":" && tokens[at + 2]?.kind !== "number") return shaped;
  if (after?.text === ",") {
    const doing = rank === 1 ? lexicon.isParticiple : lexicon.isPersonVerb;
    return shaped && isLower(tokens[at + 2], doing, lexicon);
  }
  if (after === undefined || (after.kind !== "word" && after.kind !== "clitic")) return false;
  if (shaped && isLower(after, lexicon.isPersonVerb, lexicon)) return true;
  if (rank > 1 || lexicon.hasOrdinaryEnding(folded)) return false;
  if (isLower(after, lexicon.isPersonVerb, lexicon)) return true;
  if (isLower(after, lexicon.isThingVerb, lexicon)) return false;
  const next = lexicon.fold(after.text);
  if (shaped && lexicon.isVerbSign(next)) return true;
  // "Muche la trouva": the object pronouns look like articles.
  const verb = lexicon.articlesBeforeNames && lexicon.isArticle(next) ? tokens[at + 2] : after;
  return isLower(verb, lexicon.isVerbSign, lexicon);
}

function isLower(token: Token | undefined, test: (folded: string) => boolean, lexicon: Lexicon): boolean {
  return token?.shape === "lower" && token.kind !== "mark" && test(lexicon.fold(token.text));
}
