import Database from "better-sqlite3";
import { expect } from "chai";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "../../src/store/sqlite/migrate.ts";
import { READS } from "../../src/store/sqlite/read-statements.ts";
import { WRITES } from "../../src/store/sqlite/write-statements.ts";

// The list of campaigns is read whole, and deleting a campaign goes through what hangs on it.
const MAY_SCAN = new Set(["campaigns", "deleteCampaign"]);

describe("every statement of the store", () => {
  const raw = new Database(":memory:");
  migrate(raw);
  const db = drizzle({ client: raw });

  after(() => raw.close());

  for (const [name, prepare] of Object.entries({ ...READS, ...WRITES }))
    if (!MAY_SCAN.has(name))
      it(`is answered by index: ${name}`, () => {
        const { sql, params } = prepare(db).getQuery();
        const plan = raw.prepare(`explain query plan ${sql}`).all(...params.map(() => 1)) as { detail: string }[];
        const scans = plan.map(({ detail }) => detail).filter((step) => /^SCAN (?!json_each)/.test(step));
        expect(scans).to.deep.equal([]);
      });
});
