import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const state = process.env.STAND_IN_STATE;

/** What this stand-in is to do, by its environment. */
export const mode = process.env.STAND_IN_MODE ?? "";

/** Notes how it was called, so that a test can look. */
export function recordCall(stdin = "") {
  const call = { argv: process.argv.slice(2), stdin, cwd: process.cwd(), pid: process.pid };
  if (state) appendFileSync(join(state, "calls.jsonl"), `${JSON.stringify(call)}\n`);
}

/** The value behind a flag, or undefined. */
export function flag(name) {
  const index = process.argv.indexOf(name);
  return index < 0 ? undefined : process.argv[index + 1];
}

/** The session to answer in: a new one, the one asked for, or "gone" when it is not known. Mode `rotate` renames at each call. */
export function session(wanted) {
  const known = readSessions();
  if (wanted !== undefined && !known.includes(wanted)) return "gone";
  if (wanted !== undefined && mode !== "rotate") return wanted;
  const id = `ses_${known.length + 1}-a.b`;
  writeJson("sessions.json", [...known, id]);
  return id;
}

/** What a well-behaved run answers: the next of the prepared replies, the last of them again and again, else an echo. */
export function reply(prompt) {
  const prepared = readJson("replies.json") ?? [];
  if (prepared.length === 0) return process.env.STAND_IN_REPLY ?? `heard: ${prompt}`;
  if (prepared.length > 1) writeJson("replies.json", prepared.slice(1));
  return prepared[0];
}

function readSessions() {
  return readJson("sessions.json") ?? [];
}

function readJson(name) {
  try {
    return JSON.parse(readFileSync(join(state ?? "", name), "utf8"));
  } catch {
    return undefined;
  }
}

function writeJson(name, value) {
  if (state) writeFileSync(join(state, name), JSON.stringify(value));
}
