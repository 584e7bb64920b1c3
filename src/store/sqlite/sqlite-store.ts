import type { CampaignInfo } from "../../domain/campaign.ts";
import type { CampaignStore, CampaignTransaction, Store } from "../store.ts";
import { beginTransaction } from "./begin.ts";
import { SqliteCampaignStore } from "./campaign-store.ts";
import { type Connection, closedError, connect, explain } from "./database.ts";
import { Queue } from "./queue.ts";
import type { Session } from "./reads.ts";
import { SpellingIndex } from "./spelling-index.ts";
import { statements } from "./statements.ts";
import { SqliteTransaction } from "./transaction.ts";

export interface SqliteStoreOptions {
  /** The database file; `:memory:` holds a database that ends with the store. */
  path: string;
  /** The leading articles of a language; unknown languages have none. */
  articles: (language: string) => readonly string[];
  log?: (event: Record<string, unknown>) => void;
}

/** The store on one SQLite file. Opens the file on first use, for reading until something is written. */
export class SqliteStore implements Store {
  readonly #options: SqliteStoreOptions;
  readonly #queue = new Queue();
  #session: Session | null = null;
  #closed = false;

  constructor(options: SqliteStoreOptions) {
    this.#options = options;
  }

  async campaigns(): Promise<CampaignInfo[]> {
    const session = await this.session("read");
    return session ? this.read(session, async () => session.statements.campaigns.all({}).map(infoOf)) : [];
  }

  async campaign(campaignId: string, access: "reads" | "writes" = "reads"): Promise<CampaignStore | null> {
    const session = await this.session(access === "writes" ? "write" : "read");
    if (!session) return null;
    const row = await this.read(session, async () => session.statements.campaign.get({ id: campaignId }));
    return row ? new SqliteCampaignStore(this, row.no, infoOf(row)) : null;
  }

  async createCampaign(
    info: CampaignInfo,
    first: (transaction: CampaignTransaction) => Promise<void>,
  ): Promise<boolean> {
    const session = await this.session("create");
    if (!session) throw new Error("a database that is created is there");
    return this.transaction(session, "BEGIN IMMEDIATE", async () => {
      if (session.statements.insertCampaign.run({ ...info }).changes === 0) return false;
      const row = session.statements.campaign.get({ id: info.id });
      if (row) await first(this.transactionOf(session, row.no, info));
      return true;
    });
  }

  async deleteCampaign(campaignId: string): Promise<boolean> {
    const session = await this.session("write");
    if (!session) return false;
    const { deleteVectors } = await import("./vectors.ts");
    return this.transaction(session, "BEGIN IMMEDIATE", async () => {
      const row = session.statements.campaign.get({ id: campaignId });
      if (!row) return false;
      session.spellings().removeCampaign(row.no);
      deleteVectors(session.connection.raw, row.no, row.embeddingDim);
      session.statements.deleteCampaign.run({ campaign: row.no });
      return true;
    });
  }

  /** Ends the store. Calls that are under way are answered first, those that come later are refused. */
  close(): void {
    this.#closed = true;
    const closing = () => void this.#session?.connection.raw.close();
    if (this.#queue.idle) closing();
    else void this.#queue.run(closing);
  }

  /** The open session; reopened for writing when it was opened for reading only. Null when the database is absent. */
  async session(mode: "read" | "write" | "create"): Promise<Session | null> {
    if (this.#closed) throw closedError(this.#options.path);
    if (this.#session && (mode === "read" || this.#session.connection.writable)) return this.#session;
    return this.#queue.run(async () => {
      if (this.#session && (mode === "read" || this.#session.connection.writable)) return this.#session;
      const connection: Connection | null = await connect(this.#options.path, mode);
      if (!connection) return null;
      const opened = openSession(connection);
      const held = this.#session;
      if (!held) {
        this.#session = opened;
        return opened;
      }
      // Calls that wait in the queue hold the session already: they go on with the new connection.
      held.connection.raw.close();
      return Object.assign(held, opened);
    });
  }

  transactionOf(session: Session, campaign: number, info: CampaignInfo): SqliteTransaction {
    return new SqliteTransaction(session, campaign, info, info.languages.flatMap(this.#options.articles));
  }

  /** One transaction at a time: better-sqlite3's own cannot hold an asynchronous callback. */
  transaction<T>(session: Session, begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      const { raw, path } = session.connection;
      const started = Date.now();
      try {
        await beginTransaction(raw, begin);
        const result = await work();
        raw.exec("COMMIT");
        this.#options.log?.({ event: "sql.transaction", begin, ms: Date.now() - started });
        return result;
      } catch (error) {
        if (raw.open && raw.inTransaction) raw.exec("ROLLBACK");
        this.#options.log?.({ event: "sql.rollback", begin, ms: Date.now() - started, error: String(error) });
        throw explain(error, path);
      }
    });
  }

  /** Runs reads outside any transaction, after the one that may be running. */
  read<T>(session: Session, work: () => Promise<T>): Promise<T> {
    return this.#queue.run(async () => {
      try {
        return await work();
      } catch (error) {
        throw explain(error, session.connection.path);
      }
    });
  }
}

function openSession(connection: Connection): Session {
  let index: SpellingIndex | undefined;
  return {
    connection,
    statements: statements(connection.raw),
    spellings() {
      index ??= new SpellingIndex(connection.raw);
      return index;
    },
  };
}

function infoOf(row: CampaignInfo): CampaignInfo {
  const { id, name, languages, embeddingModel, embeddingDim, createdAt } = row;
  return { id, name, languages, embeddingModel, embeddingDim, createdAt };
}
