/** The one door of the engine to the built-in gate and packs; both are loaded only when a narration is read. */
import type { LanguagePack } from "../plugin.ts";
import { packOf } from "./packs.ts";

export { builtinGate } from "./gate.ts";

/** The pack of a built-in language, or null. */
export async function builtInPack(language: string): Promise<LanguagePack | null> {
  return packOf(language);
}
