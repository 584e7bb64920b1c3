// The plugin contract of sneq-engine: types only. Written by `sneq-engine plugins contract`.
declare module "@sneq/engine/plugin" {
  export type ProviderCode = (readonly ["AUTH", "QUOTA", "SERVER", "TIMEOUT", "NETWORK", "MALFORMED", "UNSUPPORTED", "NOT_CONFIGURED"])[number];
  /** What a canon entity can be. The French values are part of the contract. */
  export const ENTITY_TYPES: readonly ["PERSONNAGE", "LIEU", "OBJET", "FACTION", "EVENEMENT", "RELATION", "SCENE", "WORLD"];
  export type EntityType = (typeof ENTITY_TYPES)[number];
  /** Where an alias was first seen. */
  export const ALIAS_SOURCES: readonly ["GM_NARRATION", "PLAYER", "INFERENCE", "DOCUMENT"];
  export type AliasSource = (typeof ALIAS_SOURCES)[number];
  /** Another spelling under which an entity is known. `observedAt` is milliseconds since 1970. */
  export interface Alias {
      text: string;
      source: AliasSource;
      observedAt: number;
  }
  /** A canon entity as every caller sees it. `createdAt` is milliseconds since 1970. */
  export interface Entity {
      entityId: string;
      type: EntityType;
      name: string;
      description: string;
      aliases: Alias[];
      tags: string[];
      createdAt: number;
  }
  /** What a narration check can find, in the order of a report. The last two exist only when the caller asks for those checks. */
  export const ISSUE_KINDS: readonly ["no-match", "ambiguous", "below-threshold", "numbers", "presence"];
  export type IssueKind = (typeof ISSUE_KINDS)[number];
  /** What `validate-narration` can be asked to check; `names` is the default. */
  export const NARRATION_CHECKS: readonly ["names", "numbers", "presence"];
  export type NarrationCheck = (typeof NARRATION_CHECKS)[number];
  /** One place in the narration: UTF-16 offsets, end exclusive; line and column count from 1, in UTF-16 units. */
  export interface Occurrence {
      start: number;
      end: number;
      line: number;
      column: number;
  }
  /** A canon entity that may be meant. `confidence` is 0 to 1. */
  export interface Suggestion {
      entityId: string;
      canonicalName: string;
      confidence: number;
  }
  /** What the caller can do about an issue: a command with its arguments filled in, or the spelling to write. */
  export type NextStep = {
      action: "mention" | "alias";
      command: "mention-entity";
      args: Record<string, unknown>;
  } | {
      action: "write";
      replacement: string;
  };
  export interface ValidationIssueReport {
      noun: string;
      kind: IssueKind;
      suggestions: Suggestion[];
      llmReasoning?: string;
      /** Why the issue was raised, for the checks whose kind alone does not say. */
      message?: string;
      occurrences: Occurrence[];
      next?: NextStep[];
  }
  /** A plugin's gate that failed; the built-in gate's answer was used in its place. */
  export interface GateError {
      plugin: string;
      code: string;
      message: string;
  }
  /** A tier that gave a check no answer; `providerCode` is that of PROVIDER_ERROR: `AUTH`, `TIMEOUT` … */
  export interface UnansweredTier {
      tier: "light" | "embeddings";
      providerCode: string;
  }
  /** The answer of `validate-narration`. `ok` is true exactly when `issues` is empty. */
  export interface ValidationReport {
      ok: boolean;
      partial?: boolean;
      /** Why the report is partial, where a tier was asked; absent where none is configured. */
      unanswered?: UnansweredTier[];
      extractedNames: string[];
      issues: ValidationIssueReport[];
      /** What was looked at, when the caller asked for more than names: silence is not proof. */
      checked?: {
          check: NarrationCheck;
          entities: number;
          statements: number;
      }[];
      gateErrors?: GateError[];
  }
  /**
   * What the engine knows of one language: plain data, so that a plugin can ship it as a JSON file.
   * All lists hold lower-case words in NFC; every list but `language` may be absent.
   */
  export interface LanguagePack {
      /** ISO 639-1 code, for example `fr`. */
      language: string;
      /** Words that are never a name whatever their capital: pronouns, conjunctions, determiners, clitics. */
      stopWords?: string[];
      /** Frequent ordinary words, most frequent first. A capital on one of them at the start of a sentence proves nothing. */
      commonWords?: string[];
      /** The same as a file beside the pack: one word a line, or front-coded; loaded only when a narration is read. */
      commonWordsFile?: string;
      /** True where that file spells its words without accents, as some lists do. */
      commonWordsWithoutAccents?: boolean;
      /** Articles that may precede a name: `le`, `the`. */
      articles?: string[];
      /** Other determiners: `this`, `his`, `cette`. */
      determiners?: string[];
      /** Elided forms that lean on the next word: `l'`, `d'`, `qu'`. */
      elisions?: string[];
      /** Honorifics and titles: `madame`, `captain`. On their own they are no name. */
      titles?: string[];
      /** Lower-case words that may stand inside a name: `de`, `von`, `of`. */
      particles?: string[];
      /** Abbreviations whose full stop does not end a sentence: `mr`, `st`, `etc`. */
      abbreviations?: string[];
      /** Capitalised words that are no names: days, months, demonyms, game terms. */
      notNames?: string[];
      /** Endings of a possessive, and whatever else leans on a name from behind: `'s`, `'ll`. */
      possessives?: string[];
      /** Pronouns and adverbs that hang behind a verb or a name by a hyphen: `-t-il`, `-ci`. */
      enclitics?: string[];
      /** Endings that ordinary words have and names seldom: a known word without one that opens a sentence may be a name. */
      ordinaryEndings?: string[];
      /** Words and endings (`-ait`) that come right behind a subject: a bare word that opens a sentence before one is a name. */
      verbSigns?: string[];
      /** Verbs of speech, gesture and thought as they stand behind a name (`smiles`): what does it is somebody, whatever the word. */
      personVerbs?: string[];
      /** Verbs of what happens to matter, light and sound (`flickers`): a known word before one is no name. */
      thingVerbs?: string[];
      /** Endings of participles: a known word that opens a sentence before a comma and one of them is a name ("Vex, grinning,"). */
      participleEndings?: string[];
      /** Given names, and places, that are also ordinary words of the language: `rose`, `pierre`, `paris`. */
      givenNames?: string[];
      /** True where names of places and families take an article (la Loire, les Maheu). */
      articlesBeforeNames?: boolean;
      /** Prepositions that take a place without an article: `nach`. Read only where nouns have capitals. */
      placePrepositions?: string[];
      /** True where common nouns are written with a capital (German). */
      capitalisesNouns?: boolean;
  }
  /** What a narration gate is asked. `narration` is at most 8 MiB of UTF-8. */
  export interface NarrationGateInput {
      narration: string;
      /** Restricts resolution to entities of one type. */
      type?: EntityType;
      /** The caller turns issues into a failure; a gate may be stricter too. */
      strict?: boolean;
      /** Defaults to `["names"]`. */
      checks?: NarrationCheck[];
  }
  /** One spelling that canon knows: an entity's name or one of its aliases. */
  export interface KnownName {
      text: string;
      entityId: string;
      canonicalName: string;
      type: EntityType;
  }
  /** How one name of a narration was resolved, without any model. */
  export interface NameResolution {
      noun: string;
      kind: "match" | "no-match" | "ambiguous" | "below-threshold";
      /** The match alone when `kind` is `match`, else the candidates, best first. `confidence` is 0 to 1. */
      candidates: {
          entityId: string;
          canonicalName: string;
          type: EntityType;
          confidence: number;
      }[];
  }
  /** What the light-tier model said about a name that canon did not know. */
  export interface SecondOpinion {
      noun: string;
      verdict: "typo" | "unknown";
      /** An entity id from the list the model was given. */
      suggestion?: string;
      canonicalName?: string;
      confidence?: number;
      reasoning?: string;
  }
  /**
   * Everything a gate is handed; nothing of the host is imported. Every method is asynchronous and takes and returns plain
   * JSON, so that a gate behaves the same in the engine's thread and in a worker.
   */
  export interface GateContext {
      campaign: {
          id: string;
          name: string;
      };
      /** The packs of the campaign's languages, in order. */
      languages: LanguagePack[];
      /** What is never reported (`validator.stopwords`, `validator.ignore`), as the user wrote it. */
      ignore: string[];
      /**
       * Canon names that begin with one of these heads, with or without their leading article. A head is made of comparison
       * keys: the first two words of a name joined by one space, or its only word, words being split at everything that is
       * neither letter, mark nor digit; in a script without spaces, its first two characters.
       */
      namesStartingWith(heads: string[]): Promise<KnownName[]>;
      /**
       * Resolves each distinct noun once, in one batch. `names` of the answer are in the order asked. `partial` when a remote
       * embedding space gave no answer: `providerCode` says why.
       */
      resolveNames(nouns: string[], type?: EntityType): Promise<{
          names: NameResolution[];
          partial: boolean;
          providerCode?: string;
      }>;
      /**
       * One batched light-tier call over names without a match or with several bearers. `unavailable` when no model answered
       * in a usable form: `providerCode` says why. Suggestions outside the entities shown to the model are already dropped.
       */
      secondOpinion(narration: string, names: NameResolution[]): Promise<{
          opinions: SecondOpinion[];
          unavailable: boolean;
          providerCode?: string;
      }>;
      /** Numbers and states canon holds about these entities, for the checks `numbers` and `presence`. */
      canonValues(entityIds: string[]): Promise<{
          entityId: string;
          numbers: {
              attributeKey: string;
              value: number;
          }[];
          state: string | null;
          present: boolean;
      }[]>;
  }
  /** The gate below in the order: calling it with no argument passes the input on unchanged. */
  export type NextGate = (input?: NarrationGateInput) => Promise<ValidationReport>;
  /** A narration gate replaces (`next` unused) or wraps (`next` called) the ones below it, down to the built-in one. */
  export interface NarrationGate {
      validate(input: NarrationGateInput, ctx: GateContext, next: NextGate): Promise<ValidationReport> | ValidationReport;
  }
  /** What a chat provider is asked once. Prompts are already complete; the provider adds nothing to them. */
  export interface ChatRequest {
      /** Instructions of the engine. */
      system: string;
      /** The question, with campaign text fenced off as data. */
      user: string;
      /**
       * How the answer is to be shaped. `json_schema`: the provider enforces `schema`; `json_object`: it enforces JSON only
       * (the schema is in the prompt); `text`: nothing is enforced. A provider that cannot do a form throws `UNSUPPORTED`.
       */
      format: {
          kind: "json_schema";
          name: string;
          schema: Record<string, unknown>;
      } | {
          kind: "json_object";
      } | {
          kind: "text";
      };
      /** Upper bound on tokens of the answer. */
      maxTokens: number;
      temperature?: number;
      /** Aborted on timeout or cancellation: the provider must release its sockets and processes at once. */
      signal: AbortSignal;
  }
  /** Tokens of one call; a count that the provider does not report is absent, never zero. */
  export interface Usage {
      inputTokens?: number;
      outputTokens?: number;
      cachedTokens?: number;
  }
  export interface ChatAnswer {
      text: string;
      usage: Usage;
      /** The model declined to answer; `text` may hold its words. */
      refused?: boolean;
      /** The answer was cut at `maxTokens`. */
      truncated?: boolean;
  }
  /** Vectors in the order of the texts, all of one length. */
  export interface EmbeddingAnswer {
      vectors: number[][];
      usage: Usage;
  }
  /** One provider reference of a configuration file: `tiers.heavy.primary` and friends. Further keys are the provider's own. */
  export interface ProviderRef {
      provider: string;
      model?: string;
      baseUrl?: string;
      /** Name of the environment variable that holds the key. The key itself is never in a configuration. */
      apiKeyEnv?: string;
      maxTokens?: number;
      temperature?: number;
      embeddingDim?: number;
      [own: string]: unknown;
  }
  /** What the router hands to a provider factory: environment access goes through here, never through `process.env`. */
  export interface ProviderHost {
      /** The key named by `apiKeyEnv`, or undefined. */
      apiKey: string | undefined;
      env: Readonly<Record<string, string | undefined>>;
      /** Folder for files of the provider's own (sessions, caches), created on first use, private to the user. */
      dataDir: string;
      log(event: Record<string, unknown>): void;
  }
  /** A connected model. Either method may be absent when the provider does not offer it. */
  export interface Provider {
      chat?(request: ChatRequest): Promise<ChatAnswer>;
      embed?(texts: string[], options: {
          signal: AbortSignal;
      }): Promise<EmbeddingAnswer>;
      /** Forms it can enforce, best first; the router starts there and falls through. Default: all three. */
      formats?: readonly ("json_schema" | "json_object" | "text")[];
  }
  /** How a provider enters the router: one file, one factory. */
  export interface ProviderFactory {
      /** The value of `provider` in a configuration. */
      id: string;
      /**
       * Checks the reference's own keys and returns the provider. Throws a ProviderFailure-shaped error with `NOT_CONFIGURED`
       * when a key or program is missing.
       */
      create(ref: ProviderRef, host: ProviderHost): Promise<Provider> | Provider;
  }
  /**
   * A failed call, as a provider throws it: a plain Error with these properties is enough, so that a plugin needs no class of
   * the host. `retryAfterMs` is what the service asked to wait.
   */
  export interface ProviderFailure extends Error {
      providerCode: ProviderCode;
      status?: number;
      retryAfterMs?: number;
  }
  /** The version of this contract. A plugin states it; the engine refuses another. */
  export const PLUGIN_API = 1;
  /** A gate with its place in the order. `priority` is higher first, default 0. */
  export interface GateContribution {
      id: string;
      mode: "wrap" | "replace";
      gate: NarrationGate;
      /** Only for campaigns with one of these languages; absent means all. */
      languages?: string[];
      priority?: number;
  }
  /** A plugin in process: a plain object, typed with `satisfies SneqPlugin`. */
  export interface SneqPlugin {
      api: typeof PLUGIN_API;
      name: string;
      languages?: LanguagePack[];
      gates?: GateContribution[];
      providers?: ProviderFactory[];
      /** Reserved: entity importers. */
      importers?: never[];
  }
}
