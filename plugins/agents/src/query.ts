import { type AgentFailure, failure } from "./failure.ts";
import { withLock } from "./files/lock.ts";
import { readSession, storeSession } from "./files/session-file.ts";
import { appendQuietly, appendTranscript, type Transcript } from "./files/transcript.ts";
import { DEFAULT_TIMEOUT_MS, type RunOptions, type RunResult, run } from "./process/run.ts";
import { applyStderrPolicy, type RawOutput, type Recipe } from "./recipe.ts";
import { secretFilter } from "./secrets.ts";
import { clip, plainText } from "./terminal-text.ts";

const EXCERPT_CHARACTERS = 200;

/** A recipe with the files it works on. Without a session file every call is a fresh session. */
export interface Agent {
  recipe: Recipe;
  sessionFile?: string | undefined;
  /** Every call's raw stderr is added to this file, whatever becomes of it in the reply. */
  stderrTee?: string | undefined;
  transcript?: Transcript | undefined;
}

export interface Answer {
  /** The reply body; "" when the program had nothing to say. */
  text: string;
  /** Raw stdout. */
  stdout: Buffer;
  sessionId: string | undefined;
  /** True when a stored session was continued. */
  resumed: boolean;
  /** Time of the run that answered, in ms. */
  elapsedMs: number;
}

interface Run {
  result: RunResult;
  output: RawOutput;
  /** The beginning of what it printed, for a message, without the keys of its environment. */
  excerpt(): string;
}

/** An agent whose session is kept in `sessionFile`, with the stderr log that its recipe asks for beside it. */
export function agentFor(recipe: Recipe, sessionFile?: string): Agent {
  if (sessionFile === undefined) return { recipe };
  return { recipe, sessionFile, ...(recipe.teeStderr ? { stderrTee: `${sessionFile}.stderr.log` } : {}) };
}

/**
 * Asks an agent once and returns its reply body. A stored session is resumed; one that the program no longer knows is replaced
 * by a fresh one; the id that the program printed last is stored. Calls on one session file take turns, also across processes.
 * Throws an AgentFailure: what `run` throws, SERVER when the program failed, MALFORMED when its output cannot be read.
 */
export async function query(agent: Agent, prompt: string, options: RunOptions = {}): Promise<string> {
  return (await ask(agent, prompt, options)).text;
}

/** Like `query`, but returns the raw bytes of stdout. */
export async function queryBytes(agent: Agent, prompt: string, options: RunOptions = {}): Promise<Buffer> {
  return (await ask(agent, prompt, options)).stdout;
}

/** Like `query`, with everything that is known about the answer. */
export async function ask(agent: Agent, prompt: string, options: RunOptions = {}): Promise<Answer> {
  const { sessionFile } = agent;
  if (sessionFile === undefined) return answer(agent, await runOnce(agent, prompt, undefined, options), undefined);
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const remaining = shrinking(options, timeoutMs);
  const turn = { timeoutMs, signal: options.signal };
  return withLock(`${sessionFile}.lock`, turn, () => askInSession(agent, sessionFile, prompt, remaining));
}

/** The options of each run in turn: waiting for the session and a run that found it gone have used up part of the time. */
function shrinking(options: RunOptions, timeoutMs: number): () => RunOptions {
  const end = performance.now() + timeoutMs;
  return () => ({ ...options, timeoutMs: Math.max(1, Math.round(end - performance.now())) });
}

async function askInSession(
  agent: Agent,
  sessionFile: string,
  prompt: string,
  options: () => RunOptions,
): Promise<Answer> {
  const stored = await readSession(sessionFile);
  const first = await runOnce(agent, prompt, stored, options());
  const gone = stored !== undefined && agent.recipe.stale(first.result.exitCode, first.output);
  const reply = gone
    ? answer(agent, await runOnce(agent, prompt, undefined, options()), undefined)
    : answer(agent, first, stored);
  await storeSession(sessionFile, reply.sessionId);
  return reply;
}

async function runOnce(agent: Agent, prompt: string, session: string | undefined, options: RunOptions): Promise<Run> {
  const { recipe } = agent;
  const invocation = { command: recipe.command, argv: recipe.argv(prompt, session), stdin: recipe.stdin(prompt) };
  const result = await run(invocation, options);
  const output = { stdout: result.stdout.toString("utf8"), stderr: result.stderr.toString("utf8") };
  await record(agent, result, output);
  return { result, output, excerpt: () => excerpt(output, options.env ?? process.env) };
}

async function record(agent: Agent, result: RunResult, output: RawOutput): Promise<void> {
  const { recipe, stderrTee, transcript } = agent;
  if (stderrTee !== undefined) {
    if (result.stderrDropped > 0) await appendQuietly(stderrTee, `[${result.stderrDropped} bytes left out]\n`);
    await appendQuietly(stderrTee, result.stderr);
  }
  if (transcript === undefined) return;
  await appendTranscript(transcript.path, {
    postId: transcript.postId?.() ?? null,
    timestamp: Date.now(),
    exitCode: result.exitCode,
    elapsedMs: result.elapsedMs,
    sessionId: recipe.sessionId(output) ?? null,
    raw: output.stdout + output.stderr,
  });
}

/** Reads a finished run. `resumedId` is the session it continued, kept when the program printed no id. */
function answer({ recipe }: Agent, run: Run, resumedId: string | undefined): Answer {
  const { result, output } = run;
  if (recipe.failed(result.exitCode, output)) throw programFailed(recipe, result.exitCode, run.excerpt());
  const flaw = recipe.malformed?.(output);
  if (flaw !== undefined)
    throw failure("MALFORMED", `${recipe.command} answered, but ${flaw}.`, {
      output: run.excerpt(),
    });
  return {
    text: recipe.scrub(applyStderrPolicy(recipe.stderr, output)),
    stdout: result.stdout,
    sessionId: recipe.sessionId(output) ?? resumedId,
    resumed: resumedId !== undefined,
    elapsedMs: result.elapsedMs,
  };
}

function programFailed(recipe: Recipe, exitCode: number, said: string): AgentFailure {
  const words = said === "" ? "it printed nothing" : said;
  return failure("SERVER", `${recipe.command} failed with exit code ${exitCode}: ${words}`, { exitCode, output: said });
}

function excerpt({ stdout, stderr }: RawOutput, env: NonNullable<RunOptions["env"]>): string {
  const text = [stdout, stderr].map((part) => plainText(part).trim()).filter((part) => part !== "");
  return clip(secretFilter(env)(text.join("\n")), EXCERPT_CHARACTERS);
}
