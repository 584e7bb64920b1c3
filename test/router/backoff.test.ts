import { expect } from "chai";
import fc from "fast-check";
import { pauseBefore, retryAfterMs, systemClock } from "../../src/router/backoff.ts";
import { failure } from "../../src/router/failure.ts";

const headers = (entries: Record<string, string>) => new Headers(entries);
const at = Date.parse("2026-01-01T00:00:00Z");

describe("the pause before another try", () => {
  for (const [said, ms] of [
    [{ "retry-after": "3" }, 3000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:07 GMT" }, 7000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, 0],
    [{ "retry-after": "3", "retry-after-ms": "250" }, 250],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ] as [Record<string, string>, number | undefined][]) {
    it(`is read from ${JSON.stringify(said)}: ${ms ?? "nothing"}`, () => {
      expect(retryAfterMs(headers(said), at)).to.equal(ms);
    });
  }

  it("is what the service asks for, or the configured one, and never longer than the timeout", () => {
    fc.assert(
      fc.property(
        fc.record({
          retry: fc.nat(30),
          asked: fc.option(fc.nat(100_000), { nil: undefined }),
          timeoutMs: fc.integer({ min: 1, max: 60_000 }),
          baseMs: fc.nat(10_000),
          strategy: fc.constantFrom("fixed" as const, "exponential" as const),
        }),
        ({ retry, asked, timeoutMs, baseMs, strategy }) => {
          const failed = failure("QUOTA", "x", asked === undefined ? {} : { retryAfterMs: asked });
          const pause = pauseBefore(retry, failed, { timeoutMs, maxRetries: 1, backoff: { strategy, baseMs } });
          if (asked !== undefined) expect(pause).to.equal(asked > timeoutMs ? undefined : asked);
          else expect(pause).to.be.within(0, timeoutMs);
        },
      ),
    );
  });

  it("ends at once when the question is cancelled", async () => {
    const stop = new AbortController();
    const waiting = systemClock.sleep(600_000, stop.signal).catch((error: unknown) => error);
    stop.abort(new Error("enough"));
    expect(await waiting).to.have.property("message", "enough");
    expect(await systemClock.sleep(1, stop.signal).catch((error: Error) => error.message)).to.equal("enough");
  });
});
