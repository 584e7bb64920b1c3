import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { LanguagePack } from "../../src/plugin.ts";
import { readSection } from "../../src/plugin-section.ts";
import { languagePackContract } from "../../src/testing.ts";
import { CHECKOUT } from "./shell.ts";

interface PackageJson {
  name: string;
  version: string;
  files: string[];
  sneq?: object;
  oclif?: { commands?: unknown };
}

const folder = (name: string) => join(CHECKOUT, "plugins", name);
const firstParty = readdirSync(join(CHECKOUT, "plugins"))
  .filter((name) => existsSync(join(folder(name), "package.json")))
  .map((name) => ({
    folder: folder(name),
    manifest: JSON.parse(readFileSync(join(folder(name), "package.json"), "utf8")) as PackageJson,
  }));
const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as LanguagePack;

describe("the plugins of this repository", () => {
  for (const { folder, manifest } of firstParty)
    describe(manifest.name, () => {
      it("is a plugin by what any plugin has: an oclif section, and a sneq section in order", () => {
        expect(manifest.oclif).to.be.an("object");
        if (manifest.sneq) expect(readSection(manifest.sneq).problem).to.equal(undefined);
      });

      it("ships the manifest of its commands, so that no call loads them to find them", () => {
        if (manifest.oclif?.commands === undefined) return;
        expect(manifest.files).to.include("oclif.manifest.json");
        const { version, commands } = JSON.parse(readFileSync(join(folder, "oclif.manifest.json"), "utf8"));
        expect(version).to.equal(manifest.version);
        expect(Object.keys(commands)).to.have.length.greaterThan(0);
      });

      const languages = manifest.sneq ? (readSection(manifest.sneq).section?.languages ?? {}) : {};
      for (const [language, file] of Object.entries(languages))
        describe(`its language ${language}`, () => {
          for (const { name, run } of languagePackContract(read(join(folder, file)))) it(name, run);
        });
    });

  it("are four languages at least, beside the two that come with the engine", () => {
    const languages = firstParty.flatMap(({ manifest }) =>
      Object.keys(readSection(manifest.sneq).section?.languages ?? {}),
    );
    expect(languages).to.include.members(["de", "es", "it", "pt"]);
  });
});

for (const language of ["fr", "en"])
  describe(`the built-in language ${language}`, () => {
    for (const { name, run } of languagePackContract(read(join(CHECKOUT, "data", `${language}.json`)))) it(name, run);
  });
