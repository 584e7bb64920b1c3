import type { Contrainte } from "../../domain/constraint.ts";
import type { Entity } from "../../domain/entity.ts";
import type { AttributFige } from "../../domain/fact.ts";
import { factTable } from "./facts.ts";
import { indent, wrap } from "./layout.ts";
import type { Page, View } from "./page.ts";
import { ruleInWords } from "./rule.ts";

type Answer = Entity & { facts: AttributFige[]; constraints: Contrainte[] };

export const render: View<Answer | null> = (entity, page) => {
  if (entity === null) return page.style.warning("No entity of that id; lookup-entity finds one by a name.");
  return [
    ...entityLines(entity, page),
    ...factLines(entity.facts, page),
    ...constraintLines(entity.constraints, page),
  ].join("\n");
};

/** Who or what it is: name, type, id, description, other names. */
export function entityLines(entity: Entity, { width, style }: Page): string[] {
  const aliases = entity.aliases.map((alias) => alias.text).join(", ");
  return [
    `${style.name(entity.name)} ${entity.type} ${style.muted(entity.entityId)}`,
    ...(entity.description === "" ? [] : indent(wrap(entity.description, width - 2), 2)),
    ...(aliases === "" ? [] : indent(wrap(`also: ${aliases}`, width - 2).map(style.muted), 2)),
  ];
}

export function factLines(facts: readonly AttributFige[], page: Page): string[] {
  return facts.length === 0 ? [] : indent(factTable(facts, page, page.width - 2), 2);
}

function constraintLines(constraints: readonly Contrainte[], { width, style }: Page): string[] {
  return constraints.flatMap(({ attributeKey, rule, justification }) => [
    ...indent(wrap(`${attributeKey} ${ruleInWords(rule)}`, width - 2).map(style.warning), 2),
    ...(justification === "" ? [] : indent(wrap(justification, width - 4).map(style.muted), 4)),
  ]);
}
