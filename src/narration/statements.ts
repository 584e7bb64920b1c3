import type { Reading } from "./extract.ts";
import type { Token } from "./tokens.ts";

/** A name of the narration that canon resolved to one entity, at one of its places. */
export interface Mention {
  noun: string;
  entityId: string;
  canonicalName: string;
  start: number;
  end: number;
}

/** One sentence: its tokens, first and last included, and the entities it names. */
export interface Sentence {
  from: number;
  to: number;
  mentions: Mention[];
}

/** Cuts a reading into sentences, and puts each mention into the one where it stands. Both are in order of place. */
export function sentencesOf({ tokens }: Reading, mentions: Mention[]): Sentence[] {
  const out: Sentence[] = [];
  let from = 0;
  let ended = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token;
    if (token.opens && ended && i > from) {
      out.push({ from, to: i - 1, mentions: [] });
      from = i;
    }
    if (token.kind === "word" || token.kind === "clitic") ended = false;
    else if (token.kind === "line" || token.kind === "paragraph" || /^[.!?…]+$/.test(token.text)) ended = true;
  }
  if (from < tokens.length) out.push({ from, to: tokens.length - 1, mentions: [] });
  let at = 0;
  for (const mention of mentions) {
    while (at + 1 < out.length && (tokens[(out[at + 1] as Sentence).from] as Token).start <= mention.start) at++;
    out[at]?.mentions.push(mention);
  }
  return out;
}
