import { expect } from "chai";
import { parseConfig } from "../../src/config.ts";
import { defaultChain, KEY_VARIABLES } from "../../src/router/default-chains.ts";

const keys = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "k"]));

describe("the chat models without a configuration", () => {
  it("are none without a key, or with an empty one", () => {
    expect(defaultChain("light", {})).to.equal(undefined);
    expect(defaultChain("light", { MISTRAL_API_KEY: " " })).to.equal(undefined);
    expect(defaultChain("light", { OPENAI_API_KEY: "k" })).to.equal(undefined);
  });

  it("are those of every key that is present, in the documented order", () => {
    expect(KEY_VARIABLES).to.deep.equal(
      "ANTHROPIC,MISTRAL,DEEPSEEK,OPENROUTER,TOGETHER,GOOGLE_GENAI".split(",").map((name) => `${name}_API_KEY`),
    );
    const chain = defaultChain("heavy", keys(KEY_VARIABLES));
    expect([chain?.primary, ...(chain?.fallbacks ?? [])].map((ref) => ref?.apiKeyEnv)).to.deep.equal(KEY_VARIABLES);
  });

  for (const name of KEY_VARIABLES)
    it(`of ${name} are two references that a configuration file could hold`, async () => {
      const [heavy, light] = [defaultChain("heavy", keys([name])), defaultChain("light", keys([name]))];
      expect(heavy?.primary.model).to.be.a("string").and.not.equal(light?.primary.model);
      await parseConfig({ tiers: { heavy, light } });
    });
});
