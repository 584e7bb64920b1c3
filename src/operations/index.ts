import type { Operation } from "./define.ts";

/** Everything the engine can do, in the order of a turn. Commands, tools, methods, help and reference derive from it. */
export const operations: readonly Operation[] = [];
