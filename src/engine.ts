import type * as z from "zod";
import { Campaign } from "./campaign.ts";
import { campaignContext } from "./campaign-context.ts";
import { type Config, loadConfig, parseConfig } from "./config.ts";
import { dataFolder } from "./data-folder.ts";
import { type CampaignInfo, campaignId, LOCAL_EMBEDDING_DIM, LOCAL_EMBEDDING_MODEL } from "./domain/campaign.ts";
import { DEFAULT_THRESHOLDS, type ResolverThresholds } from "./domain/resolution.ts";
import { SneqError } from "./errors.ts";
import { Extensions } from "./extensions.ts";
import { GATE_LIMITS, GateRunner } from "./gates/run-gate.ts";
import { type CampaignSession, Hooks, type PreGenerationHandler, Registry } from "./hooks.ts";
import type { InstalledPlugins } from "./installed-plugin.ts";
import type { InvokeOptions } from "./operations/context.ts";
import type { Operation } from "./operations/define.ts";
import { initCampaign } from "./operations/init-campaign.ts";
import { parseInput } from "./operations/invoke.ts";
import type { SneqPlugin } from "./plugin.ts";
import type { UserPrompt } from "./resolver/resolver.ts";
import { createRouter, type Router } from "./router/router.ts";
import { campaignNotFound } from "./store/campaign-not-found.ts";
import { SqliteStore } from "./store/sqlite/sqlite-store.ts";
import type { Store } from "./store/store.ts";
import { anthropicTools, geminiTools, openaiTools } from "./surfaces/tools.ts";

export type { InvokeOptions };

export interface EngineOptions {
  /** The SQLite file. It is created by the first campaign; `:memory:` ends with the engine. */
  db: string;
  /** A configuration, or the path of one. */
  config?: string | Record<string, unknown> | undefined;
  plugins?: readonly SneqPlugin[] | undefined;
  /** Plugins that lie on disk, as data: what the command line passes. Their modules are imported when they are used. */
  installed?: InstalledPlugins | undefined;
  /** Where keys are read from. Default `process.env`. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Receives debug events; silent by default. */
  log?: ((event: Record<string, unknown>) => void) | undefined;
  /** Milliseconds since 1970. Default the system's clock. */
  now?: (() => number) | undefined;
  /** Folder where providers may keep files. Default a folder of the user's. */
  dataDir?: string | undefined;
}

/** One database of campaigns. Close it when done; the file is opened on first use. */
export class Engine {
  readonly #config: Config;
  readonly #thresholds: ResolverThresholds;
  readonly #store: Store;
  readonly #router: Router;
  readonly #extensions: Extensions;
  readonly #gates: GateRunner;
  readonly #hooks = new Hooks();
  readonly #sessions = new Map<string, CampaignSession>();
  readonly #now: () => number;
  readonly #log: (event: Record<string, unknown>) => void;
  #closed = false;

  private constructor(options: EngineOptions, config: Config) {
    this.#config = config;
    this.#thresholds = { ...DEFAULT_THRESHOLDS, ...config.resolver };
    this.#now = options.now ?? Date.now;
    this.#log = options.log ?? (() => {});
    const extensions = new Extensions(options.plugins, options.installed);
    this.#extensions = extensions;
    this.#gates = new GateRunner(
      { ...GATE_LIMITS, gateMs: config.validator.gateTimeoutMs ?? GATE_LIMITS.gateMs },
      this.#log,
    );
    this.#store = new SqliteStore({
      path: options.db,
      articles: (language) => extensions.articles(language),
      log: this.#log,
    });
    const env = options.env ?? process.env;
    this.#router = createRouter({
      config,
      env,
      log: this.#log,
      factories: async () => extensions.providers(),
      get dataDir() {
        return options.dataDir ?? dataFolder(env);
      },
    });
  }

  /** The operations as tools of a model, in each vendor's dialect; answer its calls with `campaign.handleToolCall`. */
  static readonly tools = {
    get anthropic() {
      return anthropicTools();
    },
    get openai() {
      return openaiTools();
    },
    get gemini() {
      return geminiTools();
    },
  };

  /** @throws SneqError INVALID_ARGS when the path, the configuration or a plugin cannot be used. */
  static async open(options: EngineOptions): Promise<Engine> {
    const { config, db } = options;
    if (typeof db !== "string" || db === "")
      throw new SneqError("INVALID_ARGS", "db must be the path of a SQLite file, or :memory:.");
    return new Engine(options, typeof config === "object" ? await parseConfig(config) : await loadConfig(config));
  }

  /** @throws SneqError CAMPAIGN_ALREADY_EXISTS */
  async createCampaign({
    id,
    ...input
  }: { id: string } & z.input<ReturnType<typeof initCampaign.input>>): Promise<Campaign> {
    await this.invoke(initCampaign, id, input);
    return this.campaign(id);
  }

  /** An existing campaign. @throws SneqError CAMPAIGN_NOT_FOUND */
  async campaign(id: string): Promise<Campaign> {
    const known = campaignId(id);
    const store = await this.#open(known);
    return new Campaign(this, store.info, this.#session(known), () => this.#open(known, "reads"), this.#now);
  }

  /** All campaigns of the database, the oldest first. */
  async listCampaigns(): Promise<CampaignInfo[]> {
    this.#requireOpen();
    return this.#store.campaigns();
  }

  /** Removes a campaign with everything it holds, events too. False when there is none. */
  async deleteCampaign(id: string): Promise<boolean> {
    const known = campaignId(id);
    this.#requireOpen();
    this.#sessions.delete(known);
    return this.#store.deleteCampaign(known);
  }

  /** Runs one operation on untrusted input. @throws SneqError with the code of what went wrong. */
  async invoke(operation: Operation, id: string, input: unknown, options: InvokeOptions = {}): Promise<unknown> {
    const known = campaignId(id);
    const parsed = parseInput(operation, input);
    this.#requireOpen();
    if (operation.scope === "engine")
      return operation.run(
        {
          now: this.#now,
          log: this.#log,
          store: this.#store,
          campaignId: known,
          embeddingModel: () => this.#space(),
          measureVectors: () => this.#measureVectors(),
        },
        parsed,
      );
    const store = await this.#open(known, operation.effect);
    const context = campaignContext({
      now: this.#now,
      log: this.#log,
      store,
      config: this.#config,
      thresholds: this.#thresholds,
      router: this.#router,
      extensions: this.#extensions,
      hooks: this.#hooks,
      session: this.#session(known),
      gates: this.#gates,
      call: { operation: operation.name, input: parsed, options },
    });
    return operation.run(context, parsed);
  }

  /** Asked as the last stage of resolution. The newest handler is used until it is disposed of. */
  onUserPrompt(handler: UserPrompt): { dispose(): void } {
    return this.#hooks.userPrompt.register(handler);
  }

  /** Told before a model generates canon; never waited for, and its errors never surface. */
  onPreGeneration(handler: PreGenerationHandler): { dispose(): void } {
    return this.#hooks.preGeneration.register(handler);
  }

  /** Ends the engine and lets go of the file; every later call is refused with REPOSITORY_ERROR. */
  close(): void {
    this.#closed = true;
    this.#gates.close(closedEngine());
    this.#router.close();
    this.#store.close();
  }

  #requireOpen(): void {
    if (this.#closed) throw closedEngine();
  }

  async #open(id: string, access?: "reads" | "writes") {
    this.#requireOpen();
    const store = await this.#store.campaign(id, access);
    if (!store) throw campaignNotFound(id);
    return store;
  }

  #session(id: string): CampaignSession {
    const known = this.#sessions.get(id) ?? { gates: new Registry() };
    this.#sessions.set(id, known);
    return known;
  }

  #space(): { model: string; dim: number | undefined } {
    const space = this.#router.embeddingModel();
    return space === "local" ? { model: LOCAL_EMBEDDING_MODEL, dim: LOCAL_EMBEDDING_DIM } : space;
  }

  async #measureVectors(): Promise<number> {
    const { vectors } = await this.#router.embed(["length"]);
    return vectors[0]?.length ?? 0;
  }
}

function closedEngine(): SneqError {
  return new SneqError("REPOSITORY_ERROR", "This engine was closed; open another one.");
}
