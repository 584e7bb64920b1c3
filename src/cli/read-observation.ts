import { type Observation, observationOverlaySchema } from "../domain/fact.ts";
import { sayIssue } from "../domain/schema-issue.ts";
import { SneqError } from "../errors.ts";
import { parseObject } from "./read-args.ts";

/**
 * What `--observation` lays over the source.
 * @throws SneqError INVALID_ARGS when it is no JSON object, or names what an observation does not have.
 */
export function readObservation(flag: string | undefined): { observation?: Partial<Observation> } {
  if (flag === undefined) return {};
  const parsed = observationOverlaySchema().safeParse(parseObject(flag, "--observation"), { error: sayIssue });
  if (parsed.success) return { observation: parsed.data as Partial<Observation> };
  const details = parsed.error.issues.map(({ path, message, code }) => ({ path, message, code }));
  const [first] = details;
  const where = first && first.path.length > 0 ? `${first.path.join(".")}: ` : "";
  throw new SneqError(
    "INVALID_ARGS",
    `--observation does not describe an observation: ${where}${first?.message}`,
    details,
  );
}
