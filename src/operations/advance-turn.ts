import * as z from "zod";
import { defineOperation } from "./define.ts";
import { operationId, prose } from "./schemas.ts";

export const advanceTurn = defineOperation({
  name: "advance-turn",
  summary: "Close the turn and open the next",
  description: "Turns are 1, 2, 3 … without gaps or repeats, whoever calls. The summary is of the turn that ends.",
  scope: "campaign",
  effect: "writes",
  surfaces: ["cli", "tool"],
  input: () =>
    z.strictObject({
      summary: prose("What happened in the turn that ends").optional(),
      operationId: operationId(),
    }),
  output: () => z.strictObject({ turnNumber: z.int().min(1) }),
  examples: [{ title: "After the narration", args: { summary: "Mira rencontre Aldric dans sa forge." } }],
  run: (context, input) =>
    context.commit(async (tx) => {
      const now = context.now();
      const summary = input.summary ?? null;
      const turnNumber = await tx.openTurn(summary, now);
      await tx.appendEvent("turn.advanced", { turnNumber, summary }, now);
      return { result: { turnNumber }, canon: true };
    }),
});
