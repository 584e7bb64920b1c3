import { expect } from "chai";
import { inProcess, processes } from "../../bench/malformed.ts";

describe("Malformed invocations", () => {
  const seed = Date.now() % 1_000_000;

  it("each get one line, a code that is no bug, and an end", async () => {
    expect(await processes(25, seed), `seed ${seed}`).to.deep.equal([]);
  });

  it("are refused by the command classes, whatever they hold", async () => {
    expect(await inProcess(1500, seed), `seed ${seed}`).to.deep.equal([]);
  });
});
