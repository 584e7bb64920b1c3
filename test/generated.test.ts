import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { generatedFiles } from "../scripts/generated-files.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

describe("Generated files", () => {
  it("say what the definitions say; `npm run generate` renews them", async () => {
    const files = await generatedFiles(root);
    expect([...files.keys()]).to.include.members(["oclif.manifest.json", "docs/reference/lookup-entity.md"]);
    for (const [path, text] of files) expect(readFileSync(join(root, path), "utf8"), path).to.equal(text);
  });
});

describe("The README", () => {
  it("names every variable that the program reads", () => {
    const readme = readFileSync(join(root, "README.md"), "utf8");
    const read = new Set<string>();
    for (const folder of ["src", "bin"])
      for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }))
        if (/\.[jt]s$/.test(name))
          for (const [variable] of readFileSync(join(root, folder, name), "utf8").matchAll(/\bSNEQ_[A-Z_]+\b/g))
            read.add(variable);
    // oclif makes this one of the program's name.
    read.add("SNEQ_ENGINE_NPM_REGISTRY");
    expect(read).to.include("SNEQ_DEBUG");
    for (const variable of read) expect(readme, variable).to.include(`\`${variable}`);
  });
});
