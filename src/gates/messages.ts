import type { GateContext, NarrationGateInput } from "../domain/gate.ts";

/** Methods of the context, and the gate below: what a gate in the thread asks the engine for. */
export const ASKABLE = ["namesStartingWith", "resolveNames", "secondOpinion", "canonValues", "next"] as const;
export type Askable = (typeof ASKABLE)[number];

/** The part of a context that is data. */
export type ContextData = Pick<GateContext, "campaign" | "languages" | "ignore">;

export type ToThread =
  | { kind: "run"; call: number; module: string; input: NarrationGateInput; context: ContextData }
  | { kind: "answer"; ask: number; value: unknown }
  | { kind: "refusal"; ask: number; message: string; code?: string };

export type FromThread =
  | { kind: "ready" }
  | { kind: "loaded"; call: number }
  | { kind: "ask"; call: number; ask: number; method: Askable; args: unknown[] }
  | { kind: "report"; call: number; report: unknown }
  | { kind: "failure"; call: number; stage: "load" | "run" | "report"; message: string }
  | { kind: "output"; text: string };
