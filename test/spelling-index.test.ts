import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect } from "chai";
import fc from "fast-check";
import { createSpellingTables } from "../bench/spelling-tables.ts";
import { fuzzyKeys, fuzzyProbes, keyHash } from "../src/domain/spelling/keys.ts";
import { SpellingIndex } from "../src/store/sqlite/spelling-index.ts";

describe("the lexical index", () => {
  let folder: string;
  let db: Database.Database;
  let index: SpellingIndex;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "sneq-spelling-"));
    db = new Database(join(folder, "canon.db"));
    createSpellingTables(db);
    index = new SpellingIndex(db);
  });

  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const names = [
    "Alduin",
    "Forge de Valmure",
    "Queen Ulara",
    "Helvétie",
    "Vax'ildan",
    "北京城",
    "王小明",
    "Иван Петров",
    "Mira",
  ];
  const addNames = () =>
    db.transaction(() => {
      for (const [i, text] of names.entries()) index.add(1, i + 1, text);
    })();
  const found = (mention: string, campaign = 1) =>
    index.candidates(campaign, mention).map((one) => names[one.spellingId - 1]);

  const mentions: [string, string][] = [
    ["Aldwyn", "Alduin"],
    ["Forge de Valmur", "Forge de Valmure"],
    ["Valmur", "Forge de Valmure"],
    ["Queenulara", "Queen Ulara"],
    ["Ulara Queen", "Queen Ulara"],
    ["Hel Vétie", "Helvétie"],
    ["HELVETIE", "Helvétie"],
    ["Vaxildan", "Vax'ildan"],
    ["Vax", "Vax'ildan"],
    ["Captain Mira", "Mira"],
    ["北京", "北京城"],
    ["王晓明", "王小明"],
    ["Иван Питров", "Иван Петров"],
  ];
  for (const [mention, name] of mentions) {
    it(`finds "${name}" for "${mention}"`, () => {
      addNames();
      expect(found(mention)[0]).to.equal(name);
    });
  }

  it("finds nothing near a stranger, and nothing in an empty campaign", () => {
    addNames();
    expect(found("Cassius Vorentius")).to.deep.equal([]);
    expect(found("Alduin", 2)).to.deep.equal([]);
    expect(found("")).to.deep.equal([]);
  });

  it("never answers from another campaign, and forgets one whole", () => {
    index.add(1, 1, "Alduin");
    index.add(2, 2, "Alduin");
    expect(index.candidates(1, "Aldwyn").map((one) => one.spellingId)).to.deep.equal([1]);
    index.removeCampaign(1);
    expect(index.candidates(1, "Aldwyn")).to.deep.equal([]);
    expect(index.candidates(2, "Aldwyn").map((one) => one.spellingId)).to.deep.equal([2]);
  });

  it("finds a rare word beside one that thousands of names share", () => {
    db.transaction(() => {
      for (let i = 1; i <= 3000; i++) index.add(1, i, `Garde ${String.fromCharCode(97 + (i % 26))}${i}`);
      index.add(1, 5000, "Garde Valmure");
      for (let i = 6000; i < 6200; i++) index.add(1, i, `Valmure x${i}`);
    })();
    expect(index.candidates(1, "Garde Valmur")[0]?.spellingId).to.equal(5000);
    expect(index.candidates(1, "Garde")).to.have.length(50);
  });

  it("adds a spelling once, and is undone with the transaction around it", () => {
    const rows = () => db.prepare("SELECT count(*) FROM spelling_posting").pluck().get();
    index.add(1, 1, "Queen Ulara");
    const once = rows();
    index.add(1, 1, "Queen Ulara");
    expect(rows()).to.equal(once);
    expect(() =>
      db.transaction(() => {
        index.add(1, 2, "Alduin");
        throw new Error("undo");
      })(),
    ).to.throw("undo");
    expect(index.candidates(1, "Alduin")).to.deep.equal([]);
  });

  it("stores a few dozen rows for a name, however long", () => {
    const tables = ["spelling_word", "spelling_near", "spelling_posting"];
    const rows = (name: string) => {
      index.removeCampaign(1);
      index.add(1, 1, name);
      return tables
        .map((table) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()))
        .reduce((a, b) => a + b);
    };
    expect(rows("Forge de Valmure")).to.be.within(10, 60);
    expect(rows("Wolfeschlegelsteinhausenbergerdorff ".repeat(5))).to.be.within(10, 120);
    expect(rows("北京城".repeat(60))).to.be.within(3, 60);
  });

  it("lets two words one slip apart meet in a key", () => {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{5,12}$/), fc.nat(11), fc.nat(25), (word, at, to) => {
        const i = at % word.length;
        const slips = [
          word.slice(0, i) + word.slice(i + 1),
          word.slice(0, i) + letters[to] + word.slice(i + 1),
          word.slice(0, i) + letters[to] + word.slice(i),
        ];
        const keys = new Set(fuzzyKeys(word, "letters"));
        for (const slip of slips) {
          // "ph" is one sound, so that a slip in it may change two letters of the form.
          if (/ph/.test(word) || /ph/.test(slip)) continue;
          expect(
            fuzzyProbes(slip, "letters").some(({ key }) => keys.has(key)),
            `${word}/${slip}`,
          ).to.equal(true);
        }
      }),
    );
  });

  it("hashes keys to integers that SQLite and JavaScript both hold exactly", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Number.isSafeInteger(keyHash(text))).to.equal(true);
        expect(keyHash(text)).to.equal(keyHash(text));
      }),
    );
  });
});
