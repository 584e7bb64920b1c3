import type { Candidate } from "../../domain/resolution.ts";
import { candidateTable } from "./candidates.ts";
import { wrap } from "./layout.ts";
import type { Page, View } from "./page.ts";

interface Answer {
  entityId: string | null;
  isNew: boolean;
  resolvedTo: string | null;
  needsAdjudication?: boolean;
  candidates?: Candidate[];
  similar?: Candidate[];
}

export const render: View<Answer> = (answer, page) => {
  const near = answer.candidates ?? answer.similar ?? [];
  return [verdict(answer, page), ...candidateTable(near, page)].join("\n");
};

function verdict(answer: Answer, { style, input, width }: Page): string {
  const name = style.name(String(input.canonicalName ?? ""));
  if (answer.needsAdjudication)
    return wrap('? Nothing was created: one of these may be meant. Use its id, or repeat with "force":true.', width)
      .map(style.warning)
      .join("\n");
  if (!answer.isNew) return `${style.good("✓")} ${name} is known ${style.muted(answer.entityId ?? "")}`;
  const note = answer.similar?.length ? style.warning(" — something similar exists:") : "";
  return `${style.good("✓")} ${name} is new ${style.muted(answer.entityId ?? "")}${note}`;
}
