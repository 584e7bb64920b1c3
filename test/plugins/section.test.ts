import { expect } from "chai";
import { installedPlugins } from "../../src/cli/load-plugins.ts";
import { readSection } from "../../src/plugin-section.ts";

const gate = { id: "g", module: "./gate.js", mode: "wrap" };

describe("the sneq section of a package.json", () => {
  it("may hold every contribution, or none", () => {
    const whole = {
      api: 1,
      languages: { de: "./data/de.json" },
      gates: [{ ...gate, languages: ["de"], priority: -2 }],
      providers: [{ id: "mine", module: "./provider.js" }],
    };
    expect(readSection(whole)).to.deep.equal({ section: whole });
    expect(readSection({ api: 1 })).to.deep.equal({ section: { api: 1, languages: {}, gates: [], providers: [] } });
  });

  const faulty: [unknown, string][] = [
    ["1", "sneq: must be an object"],
    [{ api: 1, gate: [] }, "sneq.gate: is not known; known are api, languages, gates, providers, importers"],
    [{ api: 1, languages: ["de"] }, "sneq.languages: must map language codes to JSON files"],
    [{ api: 1, languages: { German: "./de.json" } }, 'sneq.languages.German: is no language code such as "de"'],
    [
      { api: 1, languages: { de: "../de.json" } },
      'sneq.languages.de: must be a path inside the package that starts with "./"',
    ],
    [{ api: 1, gates: {} }, "sneq.gates: must be a list"],
    [{ api: 1, gates: ["g"] }, "sneq.gates[0]: must be an object"],
    [{ api: 1, gates: [{ ...gate, mode: "over" }] }, 'sneq.gates[0].mode: must be "wrap" or "replace"'],
    [
      { api: 1, gates: [{ ...gate, module: "./a/../../b.js" }] },
      'sneq.gates[0].module: must be a path inside the package that starts with "./"',
    ],
    [{ api: 1, gates: [gate, gate] }, 'sneq.gates[1].id: "g" is already taken in this plugin'],
    [{ api: 1, gates: [{ ...gate, priority: "high" }] }, "sneq.gates[0].priority: must be a number"],
    [
      { api: 1, gates: [{ ...gate, languages: [] }] },
      'sneq.gates[0].languages: must be a list of language codes such as ["de"]',
    ],
    [
      { api: 1, providers: [{ module: "./p.js" }] },
      "sneq.providers[0].id: must be 1 to 100 letters, digits or . : / @ _ -",
    ],
  ];
  for (const [section, message] of faulty)
    it(`is refused with the place of its fault: ${message}`, () => {
      expect(readSection(section)).to.deep.equal({ problem: { code: "BAD_SECTION", message } });
    });

  for (const [api, stated] of [
    [2, "it speaks plugin API 2"],
    ["1", 'it speaks plugin API "1"'],
    [undefined, "it states no plugin API"],
  ] as const)
    it(`of another API is named as that before its form is looked at (${String(api)})`, () => {
      expect(readSection({ api, gates: "in a form of its own" }).problem).to.deep.equal({
        code: "API_MISMATCH",
        message: `${stated} (sneq.api); this engine speaks 1`,
      });
    });

  it("that is faulty leaves its plugin out and is named in reports it could have changed", () => {
    const loaded = (name: string, pjson: object) => ({ name, version: "1.0.0", root: `/${name}`, type: "user", pjson });
    const { plugins, problems } = installedPlugins([
      loaded("commands-only", {}),
      loaded("good", { sneq: { api: 1 } }),
      loaded("bad", { sneq: { api: 1, gates: 1 } }),
      loaded("bad-provider", { sneq: { api: 1, providers: 1 } }),
    ]);
    expect(plugins.map(({ name, origin }) => ({ name, origin }))).to.deep.equal([{ name: "good", origin: "user" }]);
    expect(problems.map(({ plugin, readsNarrations }) => ({ plugin, readsNarrations }))).to.deep.equal([
      { plugin: "bad", readsNarrations: true },
      { plugin: "bad-provider", readsNarrations: false },
    ]);
  });
});
