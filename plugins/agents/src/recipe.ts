/** What becomes of the program's stderr in the reply: left out, added after stdout, or added under a marker line. */
export const STDERR_POLICIES = ["drop", "merge", "mark"] as const;
export type StderrPolicy = (typeof STDERR_POLICIES)[number];

/** Both output channels of one run, decoded as UTF-8 and otherwise untouched. */
export interface RawOutput {
  stdout: string;
  stderr: string;
}

/** How one agent program is called and how its output is read: plain data and pure functions, no I/O. */
export interface Recipe {
  id: string;
  /** The executable: a name looked up on PATH, or a path. */
  command: string;
  /** All arguments of one call; no `sessionId` means a fresh session. */
  argv(prompt: string, sessionId: string | undefined): string[];
  /** What the program reads on stdin; "" for programs that take the prompt as an argument. */
  stdin(prompt: string): string;
  /** The session id the program printed, or undefined. Only ids that `isSessionId` accepts. */
  sessionId(output: RawOutput): string | undefined;
  /** Does this output say that the session to resume is gone? */
  stale(exitCode: number, output: RawOutput): boolean;
  /** Did the call fail? Programs that exit 0 on failure are recognised by their output. */
  failed(exitCode: number, output: RawOutput): boolean;
  /** Why a successful output cannot be read, for programs with a structured output. */
  malformed?(output: RawOutput): string | undefined;
  /** From output to reply body: noise removed, no newline at the end. */
  scrub(text: string): string;
  stderr: StderrPolicy;
  /** Keep the raw stderr in a log beside the session file, because the reply leaves it out. */
  teeStderr: boolean;
}

/** What a configuration says about a recipe. Every part is optional except the command of the `command` recipe. */
export interface RecipeSettings {
  /** The model, in the program's own spelling. */
  model?: string;
  /** The inference provider, in the program's own spelling. */
  provider?: string;
  /** Another executable than the recipe's own. */
  command?: string;
  /** Arguments added to every call. */
  args?: string[];
}

/** A recipe that needs no more than settings to be complete. */
export interface BuiltInRecipe {
  id: string;
  summary: string;
  command: string;
  build(settings: RecipeSettings): Recipe;
}

const STDERR_MARK = "-- stderr --";

/** The text a reply is made from, before scrubbing. */
export function applyStderrPolicy(policy: StderrPolicy, output: RawOutput): string {
  const { stdout, stderr } = output;
  if (policy === "drop" || stderr === "") return stdout;
  const gap = stdout === "" || stdout.endsWith("\n") ? "" : "\n";
  return policy === "merge" ? `${stdout}${gap}${stderr}` : `${stdout}${gap}${STDERR_MARK}\n${stderr}`;
}
