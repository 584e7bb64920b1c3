import { expect } from "chai";
import type { Campaign } from "../src/campaign.ts";
import type { Rule } from "../src/domain/constraint.ts";
import type { AttributValue } from "../src/domain/value.ts";
import type { Engine } from "../src/engine.ts";
import { failure, memoryCampaign, mention } from "./support/world.ts";

const text = (value: string): AttributValue => ({ type: "STRING", value });
const number = (value: number): AttributValue => ({ type: "NUMBER", value });
const term = (attributeKey: string, value: AttributValue) => ({ attributeKey, value });

describe("constraints", () => {
  let engine: Engine;
  let campaign: Campaign;
  let a: string;
  let b: string;

  beforeEach(async () => {
    ({ engine, campaign } = await memoryCampaign());
    a = await mention(campaign, "Aldric Fervent");
    b = await mention(campaign, "Berthe Noirval");
  });

  afterEach(() => engine.close());

  const register = (attributeKey: string, value: AttributValue, entityId = a) =>
    campaign.registerFact({ entityId, attributeKey, value, category: "ETAT" });
  const constrain = (attributeKey: string, rule: Rule, entityId = a) =>
    campaign.addConstraint({ entityId, attributeKey, rule, justification: "la règle" });
  const refused = async (call: Promise<unknown>) => {
    const error = await failure(call);
    return [error.code, (error.details as { code: string }[])[0]?.code];
  };

  const rules: [string, Rule, AttributValue, AttributValue[]][] = [
    ["DOIT_ETRE", { type: "DOIT_ETRE", valeurs: [text("or"), number(3)] }, text("or"), [text("bois"), text("3")]],
    ["NE_PEUT_PAS_ETRE", { type: "NE_PEUT_PAS_ETRE", valeurs: [text("roi")] }, text("duc"), [text("roi")]],
    ["a range", { type: "RANGE_NUMERIQUE", min: 40, max: 60 }, number(40), [number(39.9), number(61), text("50")]],
    ["a range open above", { type: "RANGE_NUMERIQUE", min: 0 }, number(1e300), [number(-1)]],
    ["a pattern", { type: "REGEX", pattern: "^[A-Z]" }, text("Zoé"), [text("zoé"), number(1)]],
  ];
  for (const [name, rule, good, bad] of rules) {
    it(`blocks with ${name}, and lets through what obeys`, async () => {
      const { constraintId } = await constrain("k", rule);
      for (const value of bad) {
        const answer = await register("k", value);
        expect(answer).to.deep.include({ factId: null, contradictions: [] });
        expect(answer.violations).to.have.lengthOf(1);
        expect(answer.violations?.[0]).to.deep.include({ constraintId, rule, justification: "la règle" });
        expect(answer.violations?.[0]?.reason).to.be.a("string").and.not.equal("");
      }
      expect(await campaign.getRelevantFacts({ entityId: a })).to.deep.equal([]);
      expect((await register("k", good)).factId).to.match(/^fact_/);
    });

    it(`only warns with ${name} when it is soft`, async () => {
      const { constraintId } = await constrain("k", { ...rule, strict: false });
      const answer = await register("k", bad[0] as AttributValue);
      expect(answer.factId).to.match(/^fact_/);
      expect(answer.warnings?.map((warning) => warning.constraintId)).to.deep.equal([constraintId]);
      expect(answer).to.not.have.property("violations");
    });
  }

  it("binds one attribute of one entity", async () => {
    await constrain("k", { type: "DOIT_ETRE", valeurs: [text("or")] });
    expect((await register("autre", text("bois"))).factId).to.not.equal(null);
    expect((await register("k", text("bois"), b)).factId).to.not.equal(null);
  });

  it("is refused when a standing fact breaks it, and stored when the fact obeys or the rule is soft", async () => {
    await register("age", number(50));
    expect(await refused(constrain("age", { type: "RANGE_NUMERIQUE", max: 30 }))).to.deep.equal([
      "VALIDATION_FAILED",
      "broken_by_fact",
    ]);
    await constrain("age", { type: "RANGE_NUMERIQUE", max: 30, strict: false });
    await constrain("age", { type: "RANGE_NUMERIQUE", min: 30 });
    expect((await campaign.getEntity({ entityId: a }))?.constraints).to.have.lengthOf(2);
  });

  const impossible: [string, Rule, Rule][] = [
    ["disjoint lists", { type: "DOIT_ETRE", valeurs: [text("a")] }, { type: "DOIT_ETRE", valeurs: [text("b")] }],
    ["an empty range", { type: "RANGE_NUMERIQUE", min: 10 }, { type: "RANGE_NUMERIQUE", max: 9 }],
    ["a list outside the range", { type: "RANGE_NUMERIQUE", min: 10 }, { type: "DOIT_ETRE", valeurs: [number(9)] }],
    [
      "a list that is ruled out",
      { type: "NE_PEUT_PAS_ETRE", valeurs: [text("a"), text("b")] },
      { type: "DOIT_ETRE", valeurs: [text("a")] },
    ],
    ["a list the pattern refuses", { type: "REGEX", pattern: "^x" }, { type: "DOIT_ETRE", valeurs: [text("y")] }],
    ["a number that is a text", { type: "RANGE_NUMERIQUE", min: 1 }, { type: "REGEX", pattern: "." }],
    [
      "the one number left",
      { type: "RANGE_NUMERIQUE", min: 5, max: 5 },
      { type: "NE_PEUT_PAS_ETRE", valeurs: [number(5)] },
    ],
  ];
  for (const [name, first, second] of impossible)
    it(`is refused when nothing is left: ${name}, in either order`, async () => {
      for (const [key, one, other] of [
        ["k", first, second],
        ["l", second, first],
      ] as const) {
        await constrain(key, one);
        expect(await refused(constrain(key, other))).to.deep.equal(["VALIDATION_FAILED", "no_possible_value"]);
        await constrain(key, { ...other, strict: false });
      }
    });

  it("is refused alone when it leaves nothing, soft or not: its ends were swapped", async () => {
    for (const strict of [true, false, undefined])
      expect(
        await refused(
          constrain("k", { type: "RANGE_NUMERIQUE", min: 2, max: 1, ...(strict === undefined ? {} : { strict }) }),
        ),
      ).to.deep.equal(["VALIDATION_FAILED", "no_possible_value"]);
  });

  it("refuses a pattern that is no RE2 expression", async () => {
    for (const pattern of ["(", "a{2000}", "(?=x)", "\\1"])
      expect(await refused(constrain("k", { type: "REGEX", pattern })), pattern).to.deep.equal([
        "VALIDATION_FAILED",
        "invalid_pattern",
      ]);
  });

  it("is not hung by a hostile pattern", async () => {
    await constrain("k", { type: "REGEX", pattern: "^(a+)+$" });
    expect((await register("k", text(`${"a".repeat(5000)}!`))).factId).to.equal(null);
  });

  it("refuses values and correlations that name nobody", async () => {
    const ref: AttributValue = { type: "ENTITY_REF", id: "ent_nobody" };
    for (const rule of [
      { type: "DOIT_ETRE", valeurs: [ref] },
      { type: "CORRELE_AVEC", autreEntite: "Berthe", autreAttribut: "k" },
      { type: "IMPLIQUE", condition: term("x", ref), consequence: term("y", text("v")) },
    ] as Rule[])
      expect((await failure(constrain("k", rule))).code).to.equal("ENTITY_NOT_FOUND");
    expect((await failure(constrain("k", { type: "REGEX", pattern: "x" }, "Aldric"))).code).to.equal(
      "ENTITY_NOT_FOUND",
    );
  });

  it("blocks nothing with a correlation or an implication in prose", async () => {
    await constrain("k", { type: "CORRELE_AVEC", autreEntite: b, autreAttribut: "k" });
    await constrain("k", { type: "IMPLIQUE", condition: "il est vieux", consequence: "il boite" });
    expect((await register("k", text("v"))).factId).to.not.equal(null);
  });

  it("names the other entity of a correlation when the attribute becomes a fact", async () => {
    await constrain("humeur", { type: "CORRELE_AVEC", autreEntite: b, autreAttribut: "humeur" });
    const { propagation } = await register("humeur", text("gaie"));
    expect(propagation).to.deep.equal({ entitesImpactees: [b], contraintesAjoutees: [] });
    expect(await register("ami", { type: "ENTITY_REF", id: b })).to.not.have.property("propagation");
  });

  describe("that imply", () => {
    const implies = (from: [string, AttributValue], to: [string, AttributValue], more: object = {}) =>
      constrain(from[0], { type: "IMPLIQUE", condition: term(...from), consequence: term(...to), ...more } as Rule);

    it("make the consequence a strict rule once the condition is a fact", async () => {
      await implies(["mort", text("oui")], ["souffle", text("non")]);
      const answer = await register("mort", text("oui"));
      expect(answer.propagation?.contraintesAjoutees).to.have.lengthOf(1);
      expect(answer.propagation?.contraintesAjoutees[0]).to.deep.include({
        attributeKey: "souffle",
        rule: { type: "DOIT_ETRE", valeurs: [text("non")] },
      });
      expect((await register("souffle", text("oui"))).violations).to.have.lengthOf(1);
      expect((await register("souffle", text("non"))).factId).to.not.equal(null);
    });

    it("do nothing while the condition has another value", async () => {
      await implies(["mort", text("oui")], ["souffle", text("non")]);
      expect(await register("mort", text("non"))).to.not.have.property("propagation");
      expect((await register("souffle", text("oui"))).factId).to.not.equal(null);
    });

    it("refuse the condition when a standing fact breaks the consequence", async () => {
      const { constraintId } = await implies(["mort", text("oui")], ["souffle", text("non")]);
      await register("souffle", text("oui"));
      const answer = await register("mort", text("oui"));
      expect(answer.factId).to.equal(null);
      expect(answer.violations?.map((violation) => violation.constraintId)).to.deep.equal([constraintId]);
    });

    it("only warn when they are soft", async () => {
      await implies(["mort", text("oui")], ["souffle", text("non")], { strict: false });
      await register("souffle", text("oui"));
      const answer = await register("mort", text("oui"));
      expect(answer.factId).to.not.equal(null);
      expect(answer.warnings).to.have.lengthOf(1);
    });

    it("apply at once when the condition stands already", async () => {
      await register("mort", text("oui"));
      await implies(["mort", text("oui")], ["souffle", text("non")]);
      expect((await register("souffle", text("oui"))).violations).to.have.lengthOf(1);
    });

    it("are refused when condition and broken consequence stand already", async () => {
      await register("mort", text("oui"));
      await register("souffle", text("oui"));
      expect(await refused(implies(["mort", text("oui")], ["souffle", text("non")]))).to.deep.equal([
        "VALIDATION_FAILED",
        "broken_by_fact",
      ]);
    });

    it("refuse the condition when its consequence is impossible", async () => {
      await constrain("souffle", { type: "DOIT_ETRE", valeurs: [text("oui")] });
      await implies(["mort", text("oui")], ["souffle", text("non")]);
      expect((await register("mort", text("oui"))).violations).to.have.lengthOf(1);
    });

    it("refuse a condition with two consequences that exclude each other", async () => {
      await implies(["mort", text("oui")], ["souffle", text("non")]);
      await implies(["mort", text("oui")], ["souffle", text("oui")]);
      expect((await register("mort", text("oui"))).factId).to.equal(null);
    });

    it("chain: each consequence that becomes a fact sets off its own", async () => {
      await implies(["a", number(1)], ["b", number(2)]);
      await implies(["b", number(2)], ["c", number(3)]);
      await register("a", number(1));
      const second = await register("b", number(2));
      expect(second.propagation?.contraintesAjoutees.map((one) => one.attributeKey)).to.deep.equal(["c"]);
      expect((await register("c", number(4))).violations).to.have.lengthOf(1);
    });

    it("refuse a condition whose chain ends against a standing fact", async () => {
      await implies(["a", number(1)], ["b", number(2)]);
      await implies(["b", number(2)], ["c", number(3)]);
      await register("c", number(4));
      const answer = await register("a", number(1));
      expect(answer.factId).to.equal(null);
      expect(answer.violations).to.have.lengthOf(1);
    });

    it("end in a circle", async () => {
      await implies(["a", number(1)], ["b", number(2)]);
      await implies(["b", number(2)], ["a", number(1)]);
      expect((await register("a", number(1))).factId).to.not.equal(null);
      expect((await register("b", number(2))).factId).to.not.equal(null);
    });

    it("may speak of their own attribute", async () => {
      await implies(["a", number(1)], ["a", number(2)]);
      expect((await register("a", number(1))).factId).to.equal(null);
      expect((await register("a", number(2))).factId).to.not.equal(null);
    });

    it("add a consequence once, however many ask for it", async () => {
      await implies(["a", number(1)], ["c", number(3)]);
      await implies(["b", number(2)], ["c", number(3)]);
      await register("a", number(1));
      expect(await register("b", number(2))).to.not.have.property("propagation");
      const added = (await campaign.getEntity({ entityId: a }))?.constraints.filter((one) => one.attributeKey === "c");
      expect(added).to.have.lengthOf(1);
    });

    it("name attributes as facts do: composed or decomposed, never blank", async () => {
      await constrain("\u00e9tat", {
        type: "IMPLIQUE",
        condition: term("e\u0301tat", text("élu")),
        consequence: term("re\u0301gne", text("long")),
      });
      expect((await register("\u00e9tat", text("élu"))).propagation?.contraintesAjoutees).to.have.lengthOf(1);
      expect((await register("r\u00e9gne", text("bref"))).factId).to.equal(null);
      for (const key of [" ", "a\nb", "x".repeat(101)])
        expect(
          (
            await failure(
              constrain("k", { type: "IMPLIQUE", condition: term(key, text("a")), consequence: term("l", text("b")) }),
            )
          ).code,
        ).to.equal("VALIDATION_FAILED");
    });

    it("are two sentences or two terms, never one of each", async () => {
      const mixed = { type: "IMPLIQUE", condition: "prose", consequence: term("b", number(1)) } as Rule;
      expect((await failure(constrain("a", mixed))).code).to.equal("VALIDATION_FAILED");
    });
  });
});
