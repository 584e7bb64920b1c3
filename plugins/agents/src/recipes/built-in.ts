import type { BuiltInRecipe } from "../recipe.ts";
import { grok } from "./grok.ts";
import { hermes } from "./hermes.ts";
import { kimi } from "./kimi.ts";

/** The recipes that are complete without a configuration. */
export const BUILT_IN_RECIPES: readonly BuiltInRecipe[] = [hermes, kimi, grok];

/** The names a configuration may give as `recipe`. */
export const RECIPE_IDS: readonly string[] = [...BUILT_IN_RECIPES.map((recipe) => recipe.id), "command"];
