import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import BetterSqlite3 from "better-sqlite3";
import { expect } from "chai";
import { hold } from "../../src/store/sqlite/held.ts";

/** Whether a connection, a statement of ours and a statement of a pragma outlive their last use on a Node of this ABI. */
async function outlive(abi: string): Promise<boolean[]> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const made = use(abi);
  for (let i = 0; i < 5; i++) {
    await setTimeout(1);
    collect();
  }
  return made.map((one) => one.deref() !== undefined);
}

function use(abi: string): WeakRef<object>[] {
  const raw = new BetterSqlite3(":memory:");
  const made = [new WeakRef<object>(raw)];
  const [key = Symbol()] = Object.getOwnPropertySymbols(raw);
  const native = (raw as unknown as Record<symbol, { prepare(...args: unknown[]): object }>)[key];
  const prepare = native?.prepare;
  if (!native || !prepare) throw new Error("better-sqlite3 keeps its native database elsewhere");
  native.prepare = (...args) => {
    const statement = prepare.apply(native, args);
    made.push(new WeakRef(statement));
    return statement;
  };
  hold(raw, abi);
  expect(raw.prepare("select 1").pluck().get()).to.equal(1);
  expect(raw.pragma("user_version", { simple: true })).to.equal(0);
  raw.close();
  return made;
}

describe("What better-sqlite3 makes", () => {
  it("is never collected in Node 24, where collecting it ends the process", async () => {
    expect(await outlive("137")).to.deep.equal([true, true, true]);
  });

  it("is collected in any other Node", async () => {
    expect(await outlive("115")).to.deep.equal([false, false, false]);
  });
});
