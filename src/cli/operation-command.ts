import type { Interfaces } from "@oclif/core";
import { Command } from "@oclif/core/command";
import type { Config } from "@oclif/core/config";
import { boolean, option, string } from "@oclif/core/flags";
import { OBSERVATION_PRESET_NAMES } from "../domain/fact.ts";
import type { Engine, InvokeOptions } from "../engine.ts";
import { SneqError } from "../errors.ts";
import type { Operation } from "../operations/define.ts";
import { getEntity } from "../operations/get-entity.ts";
import { parseInput } from "../operations/invoke.ts";
import { log } from "./debug-log.ts";
import { usageFailure } from "./failure.ts";
import type { View } from "./human/page.ts";
import type { Progress } from "./human/progress.ts";
import { isTerminal } from "./is-terminal.ts";
import { lastOfEach } from "./last-of-each.ts";
import { installedPlugins } from "./load-plugins.ts";
import { parseObject, readArguments } from "./read-args.ts";
import { print } from "./streams.ts";

export type Flags = Interfaces.InferredFlags<typeof OperationCommand.baseFlags>;
export type Input = Record<string, unknown>;

/** Runs the command's operation on the campaign of the command line. */
export type Invoke = (input: Input) => Promise<unknown>;

/** A command class that can be started: what oclif loads for one of our own command ids. */
export type OperationCommandClass = Pick<typeof OperationCommand, "start"> &
  (new (
    argv: string[],
    config: Config,
  ) => OperationCommand);

/**
 * One operation as a command: flags in, one line or a readable page out. A subclass names its operation and its view; the
 * two that are special override one method.
 */
export abstract class OperationCommand extends Command {
  // oclif merges base flags only from the last class that has statics of its own, hence here and nowhere above.
  static override baseFlags = {
    db: string({
      description: "SQLite file of the canon; the first write creates it",
      env: "SNEQ_DB",
      helpValue: "<path>",
      required: true,
    }),
    campaign: string({
      description: "Campaign id: 1 to 128 characters",
      env: "SNEQ_CAMPAIGN",
      helpValue: "<id>",
      required: true,
    }),
    args: string({
      description: "The arguments as one JSON object; @file.json reads them from a file, - waits for them on stdin",
      helpValue: "<json>",
    }),
    config: string({
      description: "Configuration file: models, resolver, validator",
      env: "SNEQ_CONFIG",
      helpValue: "<path>",
    }),
    source: option({
      description: "Where a fact comes from, for register-fact",
      helpValue: "<preset>",
      options: OBSERVATION_PRESET_NAMES,
      default: "gm-narration" as const,
    })(),
    observation: string({
      description: "Parts of an observation as JSON, laid over the source, for register-fact",
      helpValue: "<json>",
    }),
    json: boolean({ description: "Answer with one line of JSON even at a terminal" }),
  };

  /** What the page calls the entities of `idsToName`. */
  private names: ReadonlyMap<string, string> = new Map();

  /** There at a terminal only. */
  protected progress: Progress | undefined;

  // On the instance: oclif would copy a static into the manifest.
  abstract readonly operation: Operation;

  /** Loads the form in which a person reads the answer. */
  abstract view(): Promise<{ render: View<never> }>;

  /** As oclif's own `run`, without loading the configuration a second time. */
  static async start(
    this: new (
      argv: string[],
      config: Config,
    ) => OperationCommand,
    argv: string[],
    config: Config,
  ): Promise<void> {
    return new this(argv, config)._run();
  }

  async run(): Promise<void> {
    const flags = await this.readFlags();
    const input = await this.readInput(flags);
    const options = this.invokeOptions(flags);
    log({ event: "call", command: this.operation.name, campaign: flags.campaign });

    const { Engine } = await import("../engine.ts");
    const engine = await Engine.open({
      db: flags.db,
      log,
      installed: installedPlugins(this.config.plugins.values()),
      ...(flags.config !== undefined && { config: flags.config }),
    });
    await this.showProgress(flags);
    let answer: unknown;
    try {
      answer = await this.perform(
        (asked) => engine.invoke(this.operation, flags.campaign, asked, options),
        input,
        flags,
      );
      if (!forMachine(flags)) this.names = await namesOf(this.idsToName(answer), engine, flags.campaign);
    } finally {
      this.progress?.stop();
      engine.close();
    }
    process.exitCode = this.exitCode(answer, input);
    await print(`${await this.present(answer, input, flags)}\n`);
  }

  /** Deprecations and the user agent, which is all that oclif's own does, concern none of our commands. */
  override async init(): Promise<void> {}

  /** The failure is told by whoever started the command. */
  override async catch(error: Error): Promise<never> {
    throw error;
  }

  protected async readFlags(): Promise<Flags> {
    const { baseFlags, flags: own = {} } = this.ctor as typeof OperationCommand;
    const known = { ...baseFlags, ...own };
    try {
      const { flags } = await this.parse({ flags: known, strict: true }, lastOfEach(this.argv, known));
      checkPlaces(flags);
      return flags as Flags;
    } catch (error) {
      throw usageFailure(error, known);
    }
  }

  protected async readInput(flags: Flags): Promise<Input> {
    const { operation } = this;
    const schema = operation.input();
    return readArguments({
      flag: flags.args,
      takesArguments: !("shape" in schema) || Object.keys(schema.shape as object).length > 0,
      satisfies: (input) => fits(operation, input),
      ...(this.fromText && { fromText: this.fromText }),
      env: process.env,
    });
  }

  /** What text on stdin means that is no JSON object; absent: an error. */
  protected fromText?: (text: string) => Input;

  protected invokeOptions(flags: Flags): InvokeOptions {
    if (flags.observation !== undefined) parseObject(flags.observation, "--observation");
    return {};
  }

  protected perform(invoke: Invoke, input: Input, _flags: Flags): Promise<unknown> {
    return invoke(input);
  }

  protected exitCode(_answer: unknown, _input: Input): number {
    return 0;
  }

  /** The entity ids of an answer that a person is shown with their names, which the answer itself does not hold. */
  protected idsToName(_answer: unknown): string[] {
    return [];
  }

  /** The answer as text: one line of JSON, or a page for the person at the terminal. */
  protected async present(answer: unknown, input: Input, flags: Flags): Promise<string> {
    return forMachine(flags) ? JSON.stringify(answer) : this.draw(answer, input);
  }

  private async showProgress(flags: Flags): Promise<void> {
    if (forMachine(flags) || !process.stderr.isTTY) return;
    const { startProgress } = await import("./human/progress.ts");
    this.progress = startProgress(this.operation.name, process.stderr);
  }

  protected async draw(answer: unknown, input: Input): Promise<string> {
    const [{ render }, { pageFor }, { visibleIn }] = await Promise.all([
      this.view(),
      import("./human/page.ts"),
      import("./human/visible.ts"),
    ]);
    const names = new Map(visibleIn([...this.names]));
    return render(visibleIn(answer) as never, pageFor(process.env, visibleIn(input), names));
  }
}

function forMachine(flags: Flags): boolean {
  return flags.json || !isTerminal(1);
}

async function namesOf(entityIds: string[], engine: Engine, campaign: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (entityIds.length === 0) return names;
  for (const entityId of entityIds) {
    const entity = (await engine.invoke(getEntity, campaign, { entityId })) as { name: string } | null;
    if (entity) names.set(entityId, entity.name);
  }
  return names;
}

function fits(operation: Operation, input: Input): boolean {
  try {
    parseInput(operation, input);
    return true;
  } catch {
    return false;
  }
}

function checkPlaces({ db, campaign }: { db: string; campaign: string }): void {
  if (db === "") throw new SneqError("INVALID_ARGS", "--db is empty: give the path of a SQLite file.");
  if (campaign === "") throw new SneqError("INVALID_ARGS", "--campaign is empty: give the id of a campaign.");
  // An address may hold a password, so it is not repeated.
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(db))
    throw new SneqError(
      "INVALID_ARGS",
      "--db is an address: this version keeps canon in a SQLite file, give its path.",
    );
  if (db === ":memory:")
    throw new SneqError(
      "INVALID_ARGS",
      "--db :memory: would be forgotten when the call ends: give the path of a file.",
    );
}
