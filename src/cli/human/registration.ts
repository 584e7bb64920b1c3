import type { Violation } from "../../domain/constraint.ts";
import type { AttributFige } from "../../domain/fact.ts";
import { factTable } from "./facts.ts";
import { indent, wrap } from "./layout.ts";
import type { Page, View } from "./page.ts";
import { ruleInWords } from "./rule.ts";

interface Answer {
  factId: string | null;
  contradictions: AttributFige[];
  violations?: Violation[];
  warnings?: Violation[];
  alreadyKnown?: boolean;
}

export const render: View<Answer> = (answer, page) =>
  [
    ...verdict(answer, page),
    ...broken(answer.violations ?? [], page, true),
    ...broken(answer.warnings ?? [], page, false),
  ].join("\n");

function verdict(answer: Answer, page: Page): string[] {
  const { style } = page;
  if (answer.factId !== null) {
    const how = answer.alreadyKnown ? "was already known" : "is now canon";
    return [`${style.good("✓")} The fact ${how} ${style.muted(answer.factId)}`];
  }
  if (answer.contradictions.length === 0) return [style.bad("✗ Nothing was written: a constraint forbids this value.")];
  return [
    style.bad("✗ Nothing was written: canon already says otherwise."),
    ...indent(factTable(answer.contradictions, page, page.width - 2), 2),
  ];
}

function broken(violations: readonly Violation[], { width, style }: Page, blocking: boolean): string[] {
  const paint = blocking ? style.bad : style.warning;
  return violations.flatMap(({ rule, reason, justification }) => [
    ...indent(wrap(`${reason} (${ruleInWords(rule)})`, width - 2).map(paint), 2),
    ...(justification === "" ? [] : indent(wrap(justification, width - 4).map(style.muted), 4)),
  ]);
}
