import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import { expect } from "chai";
import { getTableConfig, type SQLiteTable } from "drizzle-orm/sqlite-core";
import { migrate } from "../src/store/sqlite/migrate.ts";
import * as schema from "../src/store/sqlite/schema.ts";
import * as spelling from "../src/store/sqlite/schema-spelling.ts";
import { SCHEMA_VERSION } from "../src/store/sqlite/schema-version.ts";
import { newWorld, type World } from "./support/world.ts";

const MIGRATIONS = fileURLToPath(new URL("../migrations", import.meta.url));
const FIRST_SCHEMA = fileURLToPath(new URL("fixtures/first-schema.db", import.meta.url));
const tables = Object.values({ ...schema, ...spelling }) as SQLiteTable[];

describe("migrations", () => {
  let world: World;

  beforeEach(() => {
    world = newWorld();
  });

  afterEach(() => world.drop());

  it("bring a file of the first schema to the last with everything in it", async () => {
    copyFileSync(FIRST_SCHEMA, world.db);
    const engine = await world.engine();
    const campaign = await engine.campaign("forge-de-valmure");
    expect(campaign.info).to.include({ name: "La Forge de Valmure", embeddingModel: "local", embeddingDim: 768 });

    const { match } = await campaign.lookupEntity({ mention: "forgeron" });
    expect(match?.name).to.equal("Aldric Fervent");
    const aldric = await campaign.getEntity({ entityId: match?.entityId ?? "" });
    expect(aldric?.aliases.map(({ text }) => text)).to.deep.equal(["le forgeron", "le vieux"]);
    expect(aldric?.facts.map(({ attributeKey, value }) => [attributeKey, value])).to.deep.equal([
      ["ancien_metier", { type: "STRING", value: "capitaine" }],
    ]);
    expect(aldric?.constraints.map(({ rule }) => rule)).to.deep.equal([{ type: "RANGE_NUMERIQUE", min: 45, max: 60 }]);
    expect((await campaign.lookupEntity({ mention: "Aldwyn" })).candidates[0]?.name).to.equal("Alduin");
    const turn = await campaign.prepareTurn();
    expect(turn.scene).to.include({ description: "La forge au crépuscule", turnNumber: 1 });
    expect(turn.presentEntities.map(({ entity }) => entity.name)).to.deep.equal(["Mira", "Aldric Fervent"]);
    expect(await campaign.getRelevantFacts({ entityId: match?.entityId ?? "", depth: 1 })).to.have.lengthOf(2);
    const events = await campaign.events();
    expect(events.map(({ seq }) => seq)).to.deep.equal(events.map((_, index) => index + 1));
    expect(events.at(-1)?.type).to.equal("turn.advanced");

    expect(await campaign.advanceTurn({ summary: "Fin.", operationId: "op-1" })).to.deep.equal({ turnNumber: 2 });
    expect(await campaign.advanceTurn()).to.deep.equal({ turnNumber: 3 });
  });

  it("were frozen when they were shipped: the fixture was made by the first one", () => {
    // SQLite writes beside what it only reads.
    copyFileSync(FIRST_SCHEMA, world.db);
    const raw = new Database(world.db, { readonly: true });
    const first = readFileSync(join(MIGRATIONS, "0000_canon.sql"), "utf8");
    expect(raw.pragma("user_version", { simple: true })).to.equal(1);
    const made = raw
      .prepare("select sql from sqlite_master where sql is not null and name not glob 'sqlite_*' order by rowid")
      .pluck()
      .all() as string[];
    raw.close();
    const plain = (sql: string) => sql.trim().replace(/;$/, "").replace(/\s+/g, " ");
    const stated = first.split("--> statement-breakpoint").map(plain);
    expect(made.map(plain).sort()).to.deep.equal(stated.sort());
  });

  /** The shipped migrations and one more, as a later release would have them. */
  function laterRelease(sql: string): string {
    const folder = join(world.folder, "migrations");
    cpSync(MIGRATIONS, folder, { recursive: true });
    const path = join(folder, "meta", "_journal.json");
    const journal = JSON.parse(readFileSync(path, "utf8"));
    journal.entries.push({
      idx: journal.entries.length,
      version: "6",
      when: Date.now(),
      tag: "later",
      breakpoints: true,
    });
    writeFileSync(path, JSON.stringify(journal));
    writeFileSync(join(folder, "later.sql"), sql);
    return folder;
  }

  it("of a later release apply to what is there, once", () => {
    copyFileSync(FIRST_SCHEMA, world.db);
    const raw = new Database(world.db);
    const folder = laterRelease("alter table entities add column mood text not null default 'calm'");
    migrate(raw, folder);
    migrate(raw, folder);
    expect(raw.prepare("select distinct mood from entities").pluck().all()).to.deep.equal(["calm"]);
    expect(raw.pragma("user_version", { simple: true })).to.equal(SCHEMA_VERSION + 1);
    expect(raw.pragma("foreign_key_check")).to.deep.equal([]);
    raw.close();
  });

  it("that fail leave the file as it was", () => {
    copyFileSync(FIRST_SCHEMA, world.db);
    const raw = new Database(world.db);
    const before = raw.prepare("select name, sql from sqlite_master").all();
    const folder = laterRelease("create table extra (x);--> statement-breakpoint\ninsert into nowhere values (1)");
    expect(() => migrate(raw, folder)).to.throw(/nowhere/);
    expect(raw.pragma("user_version", { simple: true })).to.equal(1);
    expect(raw.prepare("select name, sql from sqlite_master").all()).to.deep.equal(before);
    raw.close();
  });

  it("that would leave rows without what they refer to are taken back", () => {
    copyFileSync(FIRST_SCHEMA, world.db);
    const raw = new Database(world.db);
    const folder = laterRelease("delete from entities where name = 'Mira'");
    expect(() => migrate(raw, folder)).to.throw(/refer to nothing/);
    expect(raw.prepare("select count(*) from entities where name = 'Mira'").pluck().get()).to.equal(1);
    raw.close();
  });

  it("are counted by the schema's version", () => {
    const journal = JSON.parse(readFileSync(join(MIGRATIONS, "meta", "_journal.json"), "utf8"));
    expect(journal.entries).to.have.lengthOf(SCHEMA_VERSION);
  });

  describe("make", () => {
    let raw: Database.Database;

    beforeEach(() => {
      raw = new Database(":memory:");
      migrate(raw);
    });

    afterEach(() => raw.close());

    const names = (type: string) =>
      raw
        .prepare("select name from sqlite_master where type = ? and name not glob 'sqlite_*' order by name")
        .pluck()
        .all(type);

    it("exactly the tables of the schema", () => {
      expect(names("table")).to.deep.equal(tables.map((table) => getTableConfig(table).name).sort());
    });

    it("exactly the indexes of the schema", () => {
      const stated = tables.flatMap((table) => {
        const { indexes, columns } = getTableConfig(table);
        const unique = columns.flatMap((column) => (column.isUnique ? [column.uniqueName] : []));
        return [...indexes.map((index) => index.config.name), ...unique];
      });
      expect(names("index")).to.deep.equal(stated.sort());
    });

    for (const table of tables) {
      const { name, columns, primaryKeys, foreignKeys, indexes } = getTableConfig(table);

      it(`the columns and keys of ${name}`, () => {
        const made = raw.pragma(`table_info(${name})`) as Record<string, unknown>[];
        const keyed = primaryKeys.flatMap((key) => key.columns.map((column) => column.name));
        expect(
          made.map((column) => [column.name, String(column.type).toLowerCase(), column.notnull === 1]),
        ).to.deep.equal(columns.map((column) => [column.name, column.getSQLType(), column.notNull]));
        expect(made.filter((column) => column.pk !== 0).map((column) => column.name)).to.have.members(
          columns.flatMap((column) => (column.primary || keyed.includes(column.name) ? [column.name] : [])),
        );
        const references = raw.pragma(`foreign_key_list(${name})`) as Record<string, unknown>[];
        expect(references.map((key) => [key.from, key.table, key.to, key.on_delete]).sort()).to.deep.equal(
          foreignKeys
            .map((key) => {
              const { columns: from, foreignTable, foreignColumns } = key.reference();
              const target = getTableConfig(foreignTable).name;
              return [from[0]?.name, target, foreignColumns[0]?.name, key.onDelete?.toUpperCase()];
            })
            .sort(),
        );
      });

      for (const { config } of indexes)
        it(`the columns of the index ${config.name}`, () => {
          const made = raw.pragma(`index_info(${config.name})`) as { name: string }[];
          expect(made.map((column) => column.name)).to.deep.equal(
            config.columns.map((column) => ("name" in column ? column.name : "?")),
          );
          const [listed] = (raw.pragma(`index_list(${name})`) as { name: string; unique: number }[]).filter(
            (index) => index.name === config.name,
          );
          expect(listed?.unique === 1).to.equal(config.unique);
        });
    }
  });
});
