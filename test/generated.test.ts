import { readFileSync } from "node:fs";
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
