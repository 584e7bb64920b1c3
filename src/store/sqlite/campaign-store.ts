import type { CampaignInfo } from "../../domain/campaign.ts";
import { campaignNotFound } from "../campaign-not-found.ts";
import type { CampaignReads, CampaignStore, CampaignTransaction } from "../store.ts";
import { type Session, SqliteReads } from "./reads.ts";
import type { SqliteStore } from "./sqlite-store.ts";

type Reading = { [K in keyof CampaignReads]: CampaignReads[K] };

/** One campaign of a SqliteStore. Reads wait for the transaction that is running on the connection. */
export class SqliteCampaignStore implements CampaignStore {
  readonly info: CampaignInfo;
  readonly #store: SqliteStore;
  readonly #campaign: number;

  constructor(store: SqliteStore, campaign: number, info: CampaignInfo) {
    this.#store = store;
    this.#campaign = campaign;
    this.info = info;
  }

  async snapshot<T>(read: (reads: CampaignReads) => Promise<T>): Promise<T> {
    const session = await this.#session("read");
    return this.#store.transaction(session, "BEGIN", () => read(this.#reads(session)));
  }

  async write<T>(change: (transaction: CampaignTransaction) => Promise<T>): Promise<T> {
    const session = await this.#session("write");
    return this.#store.transaction(session, "BEGIN IMMEDIATE", () => {
      // The campaign may have been deleted since it was opened, and another created under its id.
      if (session.statements.campaign.get({ id: this.info.id })?.no !== this.#campaign)
        throw campaignNotFound(this.info.id);
      return change(this.#store.transactionOf(session, this.#campaign, this.info));
    });
  }

  async #session(mode: "read" | "write"): Promise<Session> {
    const session = await this.#store.session(mode);
    if (!session) throw campaignNotFound(this.info.id);
    return session;
  }

  #reads(session: Session): SqliteReads {
    return new SqliteReads(session, this.#campaign, this.info);
  }

  async #one<T>(read: (reads: SqliteReads) => Promise<T>): Promise<T> {
    const session = await this.#session("read");
    return this.#store.read(session, () => read(this.#reads(session)));
  }

  entity: Reading["entity"] = (id) => this.#one((r) => r.entity(id));
  entities: Reading["entities"] = (ids) => this.#one((r) => r.entities(ids));
  unknownEntities: Reading["unknownEntities"] = (ids) => this.#one((r) => r.unknownEntities(ids));
  nextHomonym: Reading["nextHomonym"] = (type, key) => this.#one((r) => r.nextHomonym(type, key));
  namesByKeys: Reading["namesByKeys"] = (mentions) => this.#one((r) => r.namesByKeys(mentions));
  namesByHeads: Reading["namesByHeads"] = (heads) => this.#one((r) => r.namesByHeads(heads));
  namesBySpelling: Reading["namesBySpelling"] = (mentions, limit) =>
    this.#one((r) => r.namesBySpelling(mentions, limit));
  facts: Reading["facts"] = (ids, keys) => this.#one((r) => r.facts(ids, keys));
  fact: Reading["fact"] = (id, key) => this.#one((r) => r.fact(id, key));
  constraints: Reading["constraints"] = (id) => this.#one((r) => r.constraints(id));
  neighbours: Reading["neighbours"] = (ids) => this.#one((r) => r.neighbours(ids));
  currentScene: Reading["currentScene"] = () => this.#one((r) => r.currentScene());
  scene: Reading["scene"] = (id) => this.#one((r) => r.scene(id));
  turn: Reading["turn"] = () => this.#one((r) => r.turn());
  recentEntities: Reading["recentEntities"] = (limit) => this.#one((r) => r.recentEntities(limit));
  operation: Reading["operation"] = (id) => this.#one((r) => r.operation(id));
  events: Reading["events"] = (after, limit) => this.#one((r) => r.events(after, limit));
  nearest: Reading["nearest"] = (vector, limit, type) => this.#one((r) => r.nearest(vector, limit, type));
  awaitingVectors: Reading["awaitingVectors"] = (limit) => this.#one((r) => r.awaitingVectors(limit));
  countEntities: Reading["countEntities"] = () => this.#one((r) => r.countEntities());
}
