import type Database from "better-sqlite3";
import { type Bearer, ranked, shortlist } from "../../domain/spelling/coverage.ts";
import { fuzzyKeys, fuzzyProbes, type IndexWord, indexWords, keyHash, LETTER_KEY } from "../../domain/spelling/keys.ts";
import { type MentionUnit, mentionUnits } from "../../domain/spelling/mention-units.ts";
import { letterConfidence } from "../../domain/spelling/word-confidence.ts";

/** Rows read of one list, whatever its length: a word that thousands of names share costs no more than a rare one. */
const WORDS_PER_KEY = 48;
const NAMES_PER_WORD = 64;
/** Rows read of all lists of names together, and names asked for the words of lists that were cut. */
const NAMES = 600;
const PROBED = 100;
/** Near words judged by their letters, and kept, for each word of the mention. */
const JUDGED = 220;
const KEPT = 10;
const LEAST_BY_LETTERS = 0.2;
const LEAST_BY_CONSONANTS = 0.4;
/** What a short form weighs: Molly for Mollymauk. */
const SHORT_FORM = 0.6;
export interface SpellingCandidateId {
  spellingId: number;
  /** 0 to 1, for ordering only: how much of mention and name is covered by words that are alike. */
  overlap: number;
}

/** A word of the dictionary that a unit of the mention may stand for. */
interface Sense {
  unit: number;
  word: number;
  weight: number;
  share: number;
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
  readonly #texts: Database.Statement;
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
    this.#texts = db
      .prepare(
        "SELECT w.word, w.text FROM json_each(?) j CROSS JOIN spelling_word w ON w.campaign_no = ? AND w.word = j.value",
      )
      .raw();
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
      if (entry.fuzzy !== "none") this.#learn(campaignNo, word, entry);
    }
  }

  /** The spellings nearest to a mention, best first. */
  candidates(campaignNo: number, mention: string, limit = 50): SpellingCandidateId[] {
    const units = mentionUnits(mention);
    const senses = units
      .flatMap((unit, i) => this.#senses(campaignNo, unit, i))
      .sort((a, b) => b.weight - a.weight || b.share - a.share || a.word - b.word);
    const found = new Map<number, Bearer>();
    const cut: Sense[] = [];
    let budget = NAMES;
    for (const sense of senses) {
      if (budget <= 0) break;
      const rows = this.#bearers.all(campaignNo, sense.word, NAMES_PER_WORD) as [number, number][];
      budget -= rows.length;
      if (rows.length === NAMES_PER_WORD) cut.push(sense);
      for (const [spellingId, size] of rows) {
        const bearer = found.get(spellingId) ?? { spellingId, size, weights: new Map(), sense: sense.word };
        bearer.size = Math.max(bearer.size, size);
        bearer.weights.set(sense.unit, Math.max(bearer.weights.get(sense.unit) ?? 0, sense.weight));
        found.set(spellingId, bearer);
      }
    }
    const best = ranked(units, found.values()).slice(0, PROBED);
    if (cut.length > 0) this.#completeCutLists(campaignNo, cut, best);
    return shortlist(ranked(units, best), limit).map(({ spellingId, overlap }) => ({ spellingId, overlap }));
  }

  /** Forgets every spelling of a campaign. */
  removeCampaign(campaignNo: number): void {
    for (const removal of this.#removals) removal.run(campaignNo);
  }

  #learn(campaignNo: number, word: number, entry: IndexWord): void {
    if (this.#addWord.run(campaignNo, word, entry.word).changes === 0) return;
    for (const key of fuzzyKeys(entry.word, entry.fuzzy)) this.#addNear.run(campaignNo, keyHash(key), word);
  }

  /** A list that was cut may hold a candidate that another word brought up: asked by primary key. */
  #completeCutLists(campaignNo: number, cut: readonly Sense[], bearers: Iterable<Bearer>): void {
    for (const bearer of bearers) {
      for (const { unit, word, weight } of cut) {
        if ((bearer.weights.get(unit) ?? 0) >= weight) continue;
        if (this.#bears.get(campaignNo, word, bearer.size, bearer.spellingId) === 1) bearer.weights.set(unit, weight);
      }
    }
  }

  /** The dictionary words a unit may stand for: itself, and the nearest by letters among those that share a fuzzy key. */
  #senses(campaignNo: number, unit: MentionUnit, number: number): Sense[] {
    const exact: Sense = { unit: number, word: keyHash(unit.word), weight: 1, share: unit.share };
    const hits = new Map<number, number>();
    for (const { key, weight } of fuzzyProbes(unit.word, unit.fuzzy)) {
      for (const word of this.#near.all(campaignNo, keyHash(key), WORDS_PER_KEY) as number[]) {
        hits.set(word, (hits.get(word) ?? 0) + weight);
      }
    }
    hits.delete(exact.word);
    const judged: Sense[] = [];
    const likeliest = [...hits].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, JUDGED);
    const words = JSON.stringify(likeliest.map(([word]) => word));
    for (const [word, text] of this.#texts.all(words, campaignNo) as [number, string][]) {
      const least = (hits.get(word) ?? 0) >= LETTER_KEY ? LEAST_BY_LETTERS : LEAST_BY_CONSONANTS;
      const weight = likeWord(unit.word, text, least);
      if (weight > 0) judged.push({ ...exact, word, weight });
    }
    judged.sort((a, b) => b.weight - a.weight || a.word - b.word);
    return [exact, ...judged.slice(0, KEPT)];
  }
}

/** Likeness by letters, or that of a short form: a word of four letters or more that opens the longer one. */
function likeWord(asked: string, word: string, least: number): number {
  const weight = letterConfidence(asked.replaceAll("ph", "f"), word.replaceAll("ph", "f"), least);
  const short = asked.length >= 4 && word.startsWith(asked.replace(/[iy]$/, ""));
  return short ? Math.max(weight, SHORT_FORM) : weight;
}
