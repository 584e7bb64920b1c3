import type Database from "better-sqlite3";
import { wordConfidence } from "../../domain/spelling/compare.ts";
import { fuzzyKeys, type IndexWord, indexWords, keyHash } from "../../domain/spelling/keys.ts";
import { type MentionUnit, mentionUnits } from "../../domain/spelling/mention-units.ts";

/** Rows read of one list, whatever its length: a word that thousands of names share costs no more than a rare one. */
const WORDS_PER_KEY = 128;
const NAMES_PER_WORD = 64;
/** Near words judged by their letters, and kept, for each word of the mention. */
const JUDGED = 80;
const KEPT = 16;
const LEAST_CONFIDENCE = 0.3;

export interface SpellingCandidateId {
  spellingId: number;
  /** 0 to 1, for ordering only: how much of mention and name is covered by words that are alike. */
  overlap: number;
}

/** A word of the dictionary that a unit of the mention may stand for. */
interface Sense {
  word: number;
  weight: number;
}

/**
 * The names of a campaign that a mention may be a spelling of, from three tables of one SQLite file that many campaigns share. Every
 * read is a probe by primary key with a limit, so that the cost does not grow with the canon. Writes happen inside the
 * caller's transaction; names leave only with their whole campaign.
 */
export class SpellingIndex {
  readonly #addWord: Database.Statement;
  readonly #addNear: Database.Statement;
  readonly #addPosting: Database.Statement;
  readonly #near: Database.Statement;
  readonly #text: Database.Statement;
  readonly #bearers: Database.Statement;
  readonly #bears: Database.Statement;
  readonly #removals: Database.Statement[];

  constructor(db: Database.Database) {
    this.#addWord = db.prepare("INSERT OR IGNORE INTO spelling_word (campaign_no, word, text) VALUES (?, ?, ?)");
    this.#addNear = db.prepare("INSERT OR IGNORE INTO spelling_near (campaign_no, key, word) VALUES (?, ?, ?)");
    this.#addPosting = db.prepare(
      "INSERT OR IGNORE INTO spelling_posting (campaign_no, word, size, spelling_id) VALUES (?, ?, ?, ?)",
    );
    this.#near = db.prepare("SELECT word FROM spelling_near WHERE campaign_no = ? AND key = ? LIMIT ?").pluck();
    this.#text = db.prepare("SELECT text FROM spelling_word WHERE campaign_no = ? AND word = ?").pluck();
    this.#bearers = db
      .prepare("SELECT spelling_id, size FROM spelling_posting WHERE campaign_no = ? AND word = ? LIMIT ?")
      .raw();
    this.#bears = db
      .prepare("SELECT 1 FROM spelling_posting WHERE campaign_no = ? AND word = ? AND size = ? AND spelling_id = ?")
      .pluck();
    this.#removals = ["spelling_word", "spelling_near", "spelling_posting"].map((table) =>
      db.prepare(`DELETE FROM ${table} WHERE campaign_no = ?`),
    );
  }

  /** Indexes one spelling. Adding it again changes nothing. */
  add(campaignNo: number, spellingId: number, text: string): void {
    for (const entry of indexWords(text)) {
      const word = keyHash(entry.word);
      this.#addPosting.run(campaignNo, word, entry.size, spellingId);
      if (entry.fuzzy) this.#learn(campaignNo, word, entry);
    }
  }

  /** The spellings nearest to a mention, best first. */
  candidates(campaignNo: number, mention: string, limit = 50): SpellingCandidateId[] {
    const found = new Map<number, { size: number; weights: Map<number, number> }>();
    const full: { unit: number; sense: Sense }[] = [];
    const units = mentionUnits(mention);
    for (const [i, unit] of units.entries()) {
      for (const sense of this.#senses(campaignNo, unit)) {
        const rows = this.#bearers.all(campaignNo, sense.word, NAMES_PER_WORD) as [number, number][];
        if (rows.length === NAMES_PER_WORD) full.push({ unit: i, sense });
        for (const [spellingId, size] of rows) {
          const one = found.get(spellingId) ?? { size, weights: new Map<number, number>() };
          one.size = Math.max(one.size, size);
          one.weights.set(i, Math.max(one.weights.get(i) ?? 0, sense.weight));
          found.set(spellingId, one);
        }
      }
    }
    // A list that was cut may hold a candidate that another word brought up.
    for (const { unit, sense } of full) {
      for (const [spellingId, one] of found) {
        if ((one.weights.get(unit) ?? 0) >= sense.weight) continue;
        if (this.#bears.get(campaignNo, sense.word, one.size, spellingId) === 1) one.weights.set(unit, sense.weight);
      }
    }
    return [...found]
      .map(([spellingId, one]) => ({ spellingId, overlap: overlap(units, one.weights, one.size) }))
      .sort((a, b) => b.overlap - a.overlap || a.spellingId - b.spellingId)
      .slice(0, limit);
  }

  /** The same for many mentions; each distinct one is looked up once. */
  candidatesOf(campaignNo: number, mentions: Iterable<string>, limit = 50): Map<string, SpellingCandidateId[]> {
    const answers = new Map<string, SpellingCandidateId[]>();
    for (const mention of mentions) {
      if (!answers.has(mention)) answers.set(mention, this.candidates(campaignNo, mention, limit));
    }
    return answers;
  }

  /** Forgets every spelling of a campaign. */
  removeCampaign(campaignNo: number): void {
    for (const removal of this.#removals) removal.run(campaignNo);
  }

  #learn(campaignNo: number, word: number, entry: IndexWord): void {
    if (this.#addWord.run(campaignNo, word, entry.word).changes === 0) return;
    for (const { key } of fuzzyKeys(entry.word)) this.#addNear.run(campaignNo, keyHash(key), word);
  }

  /** The dictionary words a unit may stand for: itself, and the nearest by letters among those that share a fuzzy key. */
  #senses(campaignNo: number, unit: MentionUnit): Sense[] {
    const exact: Sense = { word: keyHash(unit.word), weight: 1 };
    if (!unit.fuzzy) return [exact];
    const hits = new Map<number, number>();
    for (const { key, weight } of fuzzyKeys(unit.word)) {
      for (const word of this.#near.all(campaignNo, keyHash(key), WORDS_PER_KEY) as number[]) {
        hits.set(word, (hits.get(word) ?? 0) + weight);
      }
    }
    hits.delete(exact.word);
    const judged: Sense[] = [];
    for (const [word] of [...hits].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, JUDGED)) {
      const text = this.#text.get(campaignNo, word) as string | undefined;
      const weight = text === undefined ? 0 : wordConfidence(unit.word, text);
      if (weight >= LEAST_CONFIDENCE) judged.push({ word, weight });
    }
    judged.sort((a, b) => b.weight - a.weight || a.word - b.word);
    return [exact, ...judged.slice(0, KEPT)];
  }
}

/** Words alike, weighted by likeness, over the words of both; a whole name counts as all of the words it runs together. */
function overlap(units: readonly MentionUnit[], weights: ReadonlyMap<number, number>, size: number): number {
  let words = 0;
  let whole = 0;
  let total = 0;
  for (const [i, unit] of units.entries()) {
    const weight = weights.get(i) ?? 0;
    if (unit.whole) whole = Math.max(whole, weight * unit.share);
    else words += weight;
    if (!unit.whole) total++;
  }
  return Math.max(whole, total === 0 ? 0 : (2 * words) / (total + Math.max(1, size)));
}
