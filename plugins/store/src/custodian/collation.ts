import { withLock } from "../store/lock.ts";
import { COLLATION_SCHEMA } from "../validation/own-schemas.ts";
import { ownValidator } from "../validation/validate.ts";
import type { Session } from "./session.ts";
import { accept, putFile, refuseLinkOut } from "./write-record.ts";

const FILE = "COLLATION_STATE.json";

/** Stores when the project was last collated, and what was counted. */
export async function writeCollationState(session: Session, payload: unknown) {
  const state = accept(payload, await ownValidator(COLLATION_SCHEMA, "collation schema"));
  if (session.dryRun) refuseLinkOut(session, [], FILE, "collation state");
  else {
    await withLock(session.store, FILE, "collation state", () => putFile(session, [], FILE, "collation state", state));
  }
  return { ok: true, collation: true, dryRun: session.dryRun };
}
