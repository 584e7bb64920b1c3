import AddConstraint from "../commands/add-constraint.ts";
import AdvanceTurn from "../commands/advance-turn.ts";
import CampaignExists from "../commands/campaign-exists.ts";
import CollapseAttribute from "../commands/collapse-attribute.ts";
import GetEntity from "../commands/get-entity.ts";
import GetRelevantFacts from "../commands/get-relevant-facts.ts";
import GetScene from "../commands/get-scene.ts";
import InitCampaign from "../commands/init-campaign.ts";
import LookupEntity from "../commands/lookup-entity.ts";
import MentionEntity from "../commands/mention-entity.ts";
import PrepareTurn from "../commands/prepare-turn.ts";
import RegisterFact from "../commands/register-fact.ts";
import SetScene from "../commands/set-scene.ts";
import SuggestExisting from "../commands/suggest-existing.ts";
import ValidateNarration from "../commands/validate-narration.ts";
import type { OperationCommandClass } from "./operation-command.ts";

/** The class of each operation, by command id: what a call of one of them loads. */
export const OPERATION_COMMANDS = {
  "init-campaign": InitCampaign,
  "campaign-exists": CampaignExists,
  "get-scene": GetScene,
  "prepare-turn": PrepareTurn,
  "lookup-entity": LookupEntity,
  "get-entity": GetEntity,
  "get-relevant-facts": GetRelevantFacts,
  "suggest-existing": SuggestExisting,
  "mention-entity": MentionEntity,
  "register-fact": RegisterFact,
  "add-constraint": AddConstraint,
  "collapse-attribute": CollapseAttribute,
  "set-scene": SetScene,
  "advance-turn": AdvanceTurn,
  "validate-narration": ValidateNarration,
};

export function operationCommand(id = ""): OperationCommandClass | undefined {
  return Object.hasOwn(OPERATION_COMMANDS, id) ? OPERATION_COMMANDS[id as keyof typeof OPERATION_COMMANDS] : undefined;
}
