import { addConstraint } from "./add-constraint.ts";
import { advanceTurn } from "./advance-turn.ts";
import { campaignExists } from "./campaign-exists.ts";
import { collapseAttribute } from "./collapse-attribute.ts";
import { getEntity } from "./get-entity.ts";
import { getRelevantFacts } from "./get-relevant-facts.ts";
import { getScene } from "./get-scene.ts";
import { initCampaign } from "./init-campaign.ts";
import { lookupEntity } from "./lookup-entity.ts";
import { mentionEntity } from "./mention-entity.ts";
import { prepareTurn } from "./prepare-turn.ts";
import { registerFact } from "./register-fact.ts";
import { setScene } from "./set-scene.ts";
import { suggestExisting } from "./suggest-existing.ts";
import { validateNarration } from "./validate-narration.ts";

/** Everything the engine can do, in the order of a story. Commands, tools, methods, help and reference derive from it. */
export const operations = [
  initCampaign,
  campaignExists,
  getScene,
  prepareTurn,
  lookupEntity,
  getEntity,
  getRelevantFacts,
  suggestExisting,
  mentionEntity,
  registerFact,
  addConstraint,
  collapseAttribute,
  setScene,
  advanceTurn,
  validateNarration,
] as const;
