import type { OrderedGate } from "../extensions.ts";

export interface ChosenGates {
  /** The outermost first: gates that wrap, in their order, then the one that replaces the built-in gate. */
  stack: OrderedGate[];
  /** Gates that would replace the built-in one, had not another the place. */
  ignored: OrderedGate[];
  /** The gate a configuration asked for, when there is none of that id. */
  missing?: string;
}

/**
 * Puts gates in their places. Several that wrap all take part; of several that replace, the first in order has the place,
 * unless `chosen` names another by its id or `plugin/id`. `builtin` chooses none of them.
 */
export function chooseGates(gates: readonly OrderedGate[], chosen?: string): ChosenGates {
  const wrapping = gates.filter(({ mode }) => mode === "wrap");
  const replacing = gates.filter(({ mode }) => mode === "replace");
  if (chosen === "builtin") return { stack: wrapping, ignored: replacing };
  const named = chosen === undefined ? undefined : replacing.find((gate) => namedBy(gate, chosen));
  const winner = named ?? replacing[0];
  const missing = chosen !== undefined && !named && !wrapping.some((gate) => namedBy(gate, chosen));
  return {
    stack: winner ? [...wrapping, winner] : wrapping,
    ignored: replacing.filter((gate) => gate !== winner),
    ...(missing && { missing: chosen }),
  };
}

function namedBy({ plugin, id }: OrderedGate, chosen: string): boolean {
  return id === chosen || `${plugin}/${id}` === chosen;
}
