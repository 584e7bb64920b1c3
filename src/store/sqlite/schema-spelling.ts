import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The lexical index: how a misspelt name is found without reading the canon. Keys are hashes, so that a row is some twenty
 * bytes; the three tables are WITHOUT ROWID in the migration, their primary key being all they are read by.
 */

/** Every distinct word of the campaign's names, and every name run together. */
export const spellingWord = sqliteTable(
  "spelling_word",
  {
    campaignNo: integer("campaign_no").notNull(),
    word: integer("word").notNull(),
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignNo, table.word] })],
);

/** Which words a fuzzy key leads to. */
export const spellingNear = sqliteTable(
  "spelling_near",
  {
    campaignNo: integer("campaign_no").notNull(),
    key: integer("key").notNull(),
    word: integer("word").notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignNo, table.key, table.word] })],
);

/** Which spellings bear a word, those of fewest words first. */
export const spellingPosting = sqliteTable(
  "spelling_posting",
  {
    campaignNo: integer("campaign_no").notNull(),
    word: integer("word").notNull(),
    size: integer("size").notNull(),
    spellingId: integer("spelling_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.campaignNo, table.word, table.size, table.spellingId] })],
);
