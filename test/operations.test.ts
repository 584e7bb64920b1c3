import { expect } from "chai";
import * as z from "zod";
import { Engine } from "../src/engine.ts";
import { methodName, type Operation } from "../src/operations/define.ts";
import { operations } from "../src/operations/index.ts";
import { EXAMPLE_CAMPAIGN, exampleCanon, withIds } from "./support/example-canon.ts";
import { failure } from "./support/world.ts";

const registry: readonly Operation[] = operations;

describe("every operation", () => {
  let engine: Engine;
  let ids: Record<string, string>;

  beforeEach(async () => {
    engine = await Engine.open({ db: ":memory:", env: {} });
    ids = (await exampleCanon(engine)).ids;
  });

  afterEach(() => engine.close());

  it("stands once in the registry, fifteen in all", () => {
    const names = registry.map((operation) => operation.name);
    expect(names).to.have.lengthOf(15);
    expect(new Set(names).size).to.equal(15);
  });

  for (const operation of registry) {
    describe(operation.name, () => {
      // An example of init-campaign creates, so it needs an id that is free.
      const campaignOf = () => (operation.name === "init-campaign" ? "another" : EXAMPLE_CAMPAIGN);

      it("says what it is for, and shows it", () => {
        expect(operation.summary)
          .to.match(/^[A-Z]/)
          .and.not.match(/\.$/);
        expect(operation.description.length).to.be.greaterThan(40);
        expect(operation.surfaces).to.include("cli");
        expect(operation.examples.length).to.be.greaterThan(0);
      });

      for (const example of operation.examples)
        it(`runs its example “${example.title}”`, async () => {
          const answer = await engine.invoke(operation, campaignOf(), withIds(example.args, ids));
          const parsed = operation.output().safeParse(JSON.parse(JSON.stringify(answer)));
          expect(parsed.error?.issues ?? []).to.deep.equal([]);
        });

      it("refuses a key it does not know, and names it", async () => {
        const args = withIds(operation.examples[0]?.args ?? {}, ids);
        const error = await failure(engine.invoke(operation, campaignOf(), { ...args, mentoin: 1 }));
        expect(error.code).to.equal("VALIDATION_FAILED");
        expect((error.details as { path: unknown[] }[]).map(({ path }) => path)).to.deep.include(["mentoin"]);
      });

      for (const bad of [null, [], 3, "text", true])
        it(`refuses ${JSON.stringify(bad)} in place of an object`, async () => {
          const error = await failure(engine.invoke(operation, campaignOf(), bad));
          expect(error.code).to.equal("VALIDATION_FAILED");
        });

      it("has an input that JSON Schema can say, every field described", () => {
        const schema = z.toJSONSchema(operation.input(), { io: "input" }) as {
          type?: string;
          properties?: Record<string, { description?: string }>;
        };
        expect(schema.type).to.equal("object");
        for (const [name, field] of Object.entries(schema.properties ?? {}))
          expect(JSON.stringify(field), name).to.match(/"description"|"\$ref"/);
      });

      if (operation.scope === "campaign") {
        it("is CAMPAIGN_NOT_FOUND where there is no such campaign", async () => {
          const args = withIds(operation.examples[0]?.args ?? {}, ids);
          expect((await failure(engine.invoke(operation, "nowhere", args))).code).to.equal("CAMPAIGN_NOT_FOUND");
        });

        it("is a method of a campaign", async () => {
          const campaign = (await engine.campaign(EXAMPLE_CAMPAIGN)) as unknown as Record<string, unknown>;
          expect(campaign[methodName(operation)]).to.be.a("function");
        });
      }

      if (operation.effect === "writes")
        it("takes an operationId", () => {
          const schema = z.toJSONSchema(operation.input(), { io: "input" }) as { properties?: object };
          expect(schema.properties).to.have.property("operationId");
        });
    });
  }
});
