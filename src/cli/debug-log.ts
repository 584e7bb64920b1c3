import { randomUUID } from "node:crypto";

/** Takes one structured event. */
export type DebugLog = (event: Record<string, unknown>) => void;

/** Longest text an event may carry, so that a prompt never reaches a log whole. */
const LONGEST_TEXT = 200;

/** Whether anybody reads the log. */
export const logging = process.env.SNEQ_DEBUG === "1";

/** Under `SNEQ_DEBUG=1` one JSON object per line on stderr, all of a process with the same trace id; else nothing. */
export const log: DebugLog = logging ? lines(process.env) : () => {};

function lines(env: NodeJS.ProcessEnv): DebugLog {
  const trace = randomUUID();
  const secrets = secretsOf(env);
  const write = process.stderr.write.bind(process.stderr);
  return (event) => {
    const entry = { ts: new Date().toISOString(), trace, ...event };
    write(`${JSON.stringify(entry, (_, value) => printable(value, secrets))}\n`);
  };
}

function printable(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "string") return value;
  let text = value;
  for (const secret of secrets) text = text.replaceAll(secret, "[secret]");
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}

/** Values of the environment that must never be logged. Short ones are left out: they would blank ordinary words. */
function secretsOf(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /KEY|TOKEN|SECRET|PASSWORD/i.test(name) && value && value.length >= 8 ? [value] : [],
  );
}
