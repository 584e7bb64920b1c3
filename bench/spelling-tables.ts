import type Database from "better-sqlite3";

/** The tables of the lexical index alone, as the migration makes them. */
export function createSpellingTables(db: Database.Database): void {
  db.exec(`
    CREATE TABLE spelling_word (campaign_no INTEGER NOT NULL, word INTEGER NOT NULL, text TEXT NOT NULL,
      PRIMARY KEY (campaign_no, word)) WITHOUT ROWID;
    CREATE TABLE spelling_near (campaign_no INTEGER NOT NULL, key INTEGER NOT NULL, word INTEGER NOT NULL,
      PRIMARY KEY (campaign_no, key, word)) WITHOUT ROWID;
    CREATE TABLE spelling_posting (campaign_no INTEGER NOT NULL, word INTEGER NOT NULL, size INTEGER NOT NULL,
      spelling_id INTEGER NOT NULL, PRIMARY KEY (campaign_no, word, size, spelling_id)) WITHOUT ROWID;`);
}
