import { invalid, SneqError } from "../errors.ts";
import { excerpt } from "../router/redact.ts";
import type { CampaignReads } from "../store/store.ts";

/**
 * Refuses ids that the campaign does not hold. A name typed where an id belongs is the commonest mistake of a model.
 * @throws SneqError ENTITY_NOT_FOUND with `details.entityIds` and `details.hint`.
 */
export async function requireEntities(reads: CampaignReads, entityIds: readonly string[]): Promise<void> {
  const unknown = await reads.unknownEntities(entityIds);
  if (unknown.length === 0) return;
  const hint =
    "Ids begin with ent_ and come from lookup-entity (for a name you have) or mention-entity (for a new one).";
  throw new SneqError("ENTITY_NOT_FOUND", `This campaign holds no entity ${named(unknown)}. ${hint}`, {
    entityIds: unknown,
    hint,
  });
}

/** The first few, and of a text that was pasted for an id its beginning: a message is for reading, the details have all. */
function named(ids: readonly string[]): string {
  const shown = ids.slice(0, 5).map((id) => JSON.stringify(excerpt(id, 60)));
  return shown.join(", ") + (ids.length > shown.length ? ` and ${ids.length - shown.length} more` : "");
}

/** @throws SneqError VALIDATION_FAILED when the scene is not of this campaign. */
export async function requireScene(
  reads: CampaignReads,
  sceneId: string | undefined,
  path: (string | number)[] = ["sceneId"],
): Promise<void> {
  if (sceneId !== undefined && !(await reads.scene(sceneId)))
    throw invalid(
      path,
      `there is no scene ${JSON.stringify(sceneId)}; set-scene and get-scene answer scene ids`,
      "unknown_scene",
    );
}
