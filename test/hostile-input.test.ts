import { expect } from "chai";
import type { Campaign } from "../src/campaign.ts";
import type { Engine } from "../src/engine.ts";
import { failure, memoryCampaign, mention } from "./support/world.ts";

describe("hostile input", () => {
  let engine: Engine;
  let campaign: Campaign;
  let mira: string;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
    mira = await mention(campaign, "Mira");
  });

  afterEach(() => engine.close());

  const register = (attributeKey: unknown, value: unknown) =>
    campaign.registerFact({ entityId: mira, attributeKey, value, category: "ETAT" } as never);
  const stored = async (attributeKey: string) =>
    (await campaign.getRelevantFacts({ entityId: mira, attributeKeys: [attributeKey] }))[0];
  const refused = async (call: Promise<unknown>) => expect((await failure(call)).code).to.equal("VALIDATION_FAILED");
  const text = (value: string) => ({ type: "STRING", value });

  for (const key of ["", "   ", "a\u0000b", "a\nb", "x".repeat(101), "a\ud800", 3, null, {}])
    it(`is refused as an attributeKey: ${JSON.stringify(key).slice(0, 24)}`, () => refused(register(key, text("v"))));

  for (const key of ["x".repeat(100), "𝔸".repeat(100), "__proto__", "constructor", "a'b\"c`d", "' OR 1=1 --", "ключ"])
    it(`is kept as an attributeKey: ${key.slice(0, 24)}`, async () => {
      await register(key, text("v"));
      expect((await stored(key))?.attributeKey).to.equal(key);
    });

  it("takes an attributeKey composed or decomposed for the same", async () => {
    const { factId } = await register("\u00e9poque", text("v"));
    expect((await register("e\u0301poque", text("v"))).factId).to.equal(factId);
  });

  for (const [what, value] of [
    ["a quoted injection", "'); drop table facts; --"],
    ["NUL and control characters", "a\u0000b\u0007\u001b[31m"],
    ["characters outside the basic plane", "🐉𝔸\u{10ffff}"],
    ["line ends of every kind", "a\r\nb\rc\u2028d"],
    ["nothing", ""],
    ["a megabyte", "é".repeat(1_000_000)],
  ] as const)
    it(`stores exactly ${what}`, async () => {
      await register("k", text(value));
      expect((await stored("k"))?.value).to.deep.equal(text(value));
    });

  it("stores exactly fields named as JavaScript names its own, but for __proto__", async () => {
    const fields = JSON.parse('{"constructor":{"type":"NUMBER","value":1},"toString":{"type":"NUMBER","value":2}}');
    await register("k", { type: "COMPOSITE", fields });
    expect((await stored("k"))?.value).to.deep.equal({ type: "COMPOSITE", fields });
  });

  for (const [what, json] of [
    ["a __proto__ key at the top", '{"__proto__":{"admin":true}}'],
    ["a __proto__ field", '{"type":"COMPOSITE","fields":{"__proto__":{"type":"STRING","value":"x"}}}'],
    ["a lone surrogate", '{"type":"STRING","value":"a\\ud800"}'],
    ["a lone surrogate in a field's name", '{"type":"COMPOSITE","fields":{"\\udc00":{"type":"STRING","value":"x"}}}'],
    ["a number that is infinite", '{"type":"NUMBER","value":1e999}'],
    ["a value of no type", '{"value":1}'],
    ["a number as text", '{"type":"NUMBER","value":"3"}'],
    ["a key too many", '{"type":"STRING","value":"x","extra":1}'],
    ["null", "null"],
  ] as const)
    it(`is refused: ${what}`, async () => {
      await refused(register("k", JSON.parse(json)));
      expect(await stored("k")).to.equal(undefined);
      expect(({} as { admin?: boolean }).admin).to.equal(undefined);
    });

  const deep = (levels: number) => {
    let value: object = text("leaf");
    for (let i = 0; i < levels; i++) value = { type: "COMPOSITE", fields: { x: value } };
    return value;
  };

  it("is refused when it is nested 9, 200 or 5,000 deep, and kept at 8", async () => {
    for (const levels of [9, 200, 5000]) await refused(register("k", deep(levels)));
    await register("k", deep(8));
    expect((await stored("k"))?.value).to.deep.equal(deep(8));
  });

  it("is refused in a rule as well", async () => {
    for (const value of [deep(9), deep(5000), JSON.parse('{"type":"STRING","value":"\\ud800"}')]) {
      const rule = { type: "DOIT_ETRE", valeurs: [value] } as never;
      await refused(campaign.addConstraint({ entityId: mira, attributeKey: "k", rule, justification: "" }));
    }
  });

  it("names the place of what is wrong", async () => {
    const error = await failure(register("k", { type: "COMPOSITE", fields: { a: { type: "NUMBER", value: "x" } } }));
    expect((error.details as { path: unknown[] }[])[0]?.path).to.deep.equal(["value", "fields", "a", "value"]);
  });

  it("names the place of what no schema looks at, and only the beginning of a way without end", async () => {
    const place = async (value: unknown) =>
      ((await failure(register("k", value))).details as { path: unknown[]; code: string }[])[0];
    const list = { type: "ENTITY_SET", ids: ["a", "b\ud800"] };
    expect(await place(list)).to.deep.include({ path: ["value", "ids", 1], code: "invalid_unicode" });
    const { path, code } = (await place(deep(5000))) ?? {};
    expect(code).to.equal("too_deep");
    expect(path).to.deep.equal(["value", "fields", "x", "fields", "x", "fields", "x", "fields"]);
  });

  it("as very many ids is named in few words, and whole in the details", async () => {
    const ids = Array.from({ length: 20_000 }, (_, i) => `ent_${i}`);
    const error = await failure(register("k", { type: "ENTITY_SET", ids }));
    expect(error).to.have.property("code", "ENTITY_NOT_FOUND");
    expect(error.message).to.include('"ent_4" and 19995 more').and.to.have.length.below(400);
    expect(error.details).to.have.nested.property("entityIds").that.has.lengthOf(20_000);
  });

  it("as an id is nobody's", async () => {
    for (const entityId of ["' or 1=1 --", "ent_", "__proto__", "Mira"]) {
      expect(await campaign.getEntity({ entityId })).to.equal(null);
      expect((await failure(campaign.getRelevantFacts({ entityId }))).code).to.equal("ENTITY_NOT_FOUND");
    }
  });
});
