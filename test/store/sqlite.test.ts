import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { load } from "sqlite-vec";
import { BUILT_IN_ARTICLES } from "../../src/domain/articles.ts";
import { SqliteStore } from "../../src/store/sqlite/sqlite-store.ts";
import { storeContract } from "./contract.ts";

storeContract("a SQLite file", () => {
  const folder = mkdtempSync(join(tmpdir(), "sneq-store-"));
  const path = join(folder, "canon.db");
  const stores: SqliteStore[] = [];
  return {
    open() {
      const store = new SqliteStore({ path, articles: (language) => BUILT_IN_ARTICLES[language] ?? [] });
      stores.push(store);
      return store;
    },
    rows: () => countRows(path),
    drop() {
      for (const store of stores) store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});

function countRows(path: string): number {
  const raw = new Database(path, { readonly: true });
  load(raw);
  const tables = raw
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob 'sqlite_*' and name not glob 'vectors_*_*'",
    )
    .pluck()
    .all() as string[];
  const rows = tables.map((table) => raw.prepare(`select count(*) from "${table}"`).pluck().get() as number);
  raw.close();
  return rows.reduce((sum, count) => sum + count, 0);
}
