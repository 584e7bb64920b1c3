import { StoreFailure } from "./failure.ts";

/** Longest id in UTF-8 bytes: with a sidecar's prefix and suffix it still fits a 255-byte file name. */
export const MAX_ID_BYTES = 200;

/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?$/i;
const CONTROL_CHARACTER = /[\u0000-\u001f\u007f-\u009f]/;

/** Why `id` cannot name a file of the store, or undefined when it can. */
export function idProblem(id: string): string | undefined {
  if (id === "" || id.trim() === "") return "an id must not be empty";
  if (Buffer.byteLength(id) > MAX_ID_BYTES) return `an id must not be over ${MAX_ID_BYTES} bytes`;
  if (/[/\\]/.test(id)) return "an id must not contain a path separator";
  if (CONTROL_CHARACTER.test(id)) return "an id must not contain control characters";
  if (id.includes("..")) return 'an id must not contain ".."';
  if (id.startsWith(".")) return "an id must not begin with a dot";
  if (DEVICE_NAME.test(id) || id === "__proto__") return "this id is a reserved name";
  if (!id.isWellFormed()) return "an id must be well-formed Unicode";
  return undefined;
}

/** Event files beginning with `_` are sidecars, so no event may be called so. */
export function eventIdProblem(id: string): string | undefined {
  return idProblem(id) ?? (id.startsWith("_") ? "an event id must not begin with an underscore" : undefined);
}

/** `label` names the argument, flag or field the id came from. */
export function requireId(label: string, id: string): string {
  const problem = idProblem(id);
  if (problem !== undefined) throw new StoreFailure(`${label}: ${problem}: ${JSON.stringify(id.slice(0, 80))}`);
  return id;
}

export function requireEventId(label: string, id: string): string {
  const problem = eventIdProblem(id);
  if (problem !== undefined) throw new StoreFailure(`${label}: ${problem}: ${JSON.stringify(id.slice(0, 80))}`);
  return id;
}
