import * as z from "zod";
import { bestOfEach, MOST_CANDIDATES } from "../domain/resolution.ts";
import { defineOperation } from "./define.ts";
import { candidate, entityType, nameText } from "./schemas.ts";

export const suggestExisting = defineOperation({
  name: "suggest-existing",
  summary: "List entities that a new name might already be",
  description:
    "Ask before inventing somebody: candidates are entities of that kind which bear the name or resemble it. recommendsNew is true when none bears it and none is a firm near-miss.",
  scope: "campaign",
  effect: "reads",
  surfaces: ["cli", "tool"],
  input: () => z.strictObject({ mention: nameText("The name or phrase you are about to use"), type: entityType() }),
  output: () => z.strictObject({ candidates: z.array(candidate()), recommendsNew: z.boolean() }),
  examples: [{ title: "Is there a blacksmith already?", args: { mention: "un forgeron", type: "PERSONNAGE" } }],
  async run({ resolver }, { mention, type }) {
    const bearers = await resolver.byName(mention, type);
    const near = await resolver.near(mention, type);
    // A bearer by alias needs no vector; without one the remote space, if there is one, is asked too.
    const neighbours = bearers.length > 0 ? [] : await resolver.neighbours(mention, type);
    const spelled = near.map(({ grade: _, ...other }) => other);
    const candidates = bestOfEach([...bearers, ...spelled, ...neighbours]).slice(0, MOST_CANDIDATES);
    return { candidates, recommendsNew: bearers.length === 0 && !near.some((other) => other.grade === "firm") };
  },
});
