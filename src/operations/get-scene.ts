import * as z from "zod";
import { defineOperation } from "./define.ts";
import { sceneOutput } from "./schemas.ts";

export const getScene = defineOperation({
  name: "get-scene",
  summary: "Show the current scene",
  description: "Where the story stands: the place, who is there, since which turn. null before the first set-scene.",
  scope: "campaign",
  effect: "reads",
  surfaces: ["cli"],
  input: () => z.strictObject({}),
  output: () => sceneOutput().nullable(),
  examples: [{ title: "Where are we?", args: {} }],
  run: ({ store }) => store.currentScene(),
});
