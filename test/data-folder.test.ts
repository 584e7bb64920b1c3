import { homedir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { Engine } from "../src/engine.ts";
import type { SneqPlugin } from "../src/plugin.ts";

/** The folder that a provider of this program is told to keep its files in. */
async function told(env: Record<string, string>, dataDir?: string): Promise<string | undefined> {
  let folder: string | undefined;
  const plugin: SneqPlugin = {
    api: 1,
    name: "scripted",
    providers: [
      {
        id: "scripted",
        create(_ref, host) {
          folder = host.dataDir;
          return { embed: async (texts) => ({ vectors: texts.map(() => [1]), usage: {} }) };
        },
      },
    ],
  };
  const config = { tiers: { embeddings: { primary: { provider: "scripted", model: "m" }, fallbacks: [] } } };
  const engine = await Engine.open({ db: ":memory:", env, config, plugins: [plugin], dataDir });
  await engine.createCampaign({ id: "c" });
  engine.close();
  return folder;
}

describe("the user's data folder", () => {
  const home = { HOME: join("/", "home", "mira") };

  it("is what the program says, else what the environment of the command line says", async () => {
    expect(await told({ SNEQ_ENGINE_DATA_DIR: "/data" }, "/mine")).to.equal("/mine");
    expect(await told({ ...home, SNEQ_ENGINE_DATA_DIR: "/data", XDG_DATA_HOME: "/xdg" })).to.equal("/data");
    expect(await told({ ...home, XDG_DATA_HOME: "/xdg" })).to.equal(join("/xdg", "sneq-engine"));
  });

  it("is in the home where nothing is said, or nothing but emptiness", async () => {
    const folder = join(home.HOME, ".local", "share", "sneq-engine");
    expect(await told(home)).to.equal(folder);
    expect(await told({ ...home, XDG_DATA_HOME: "", SNEQ_ENGINE_DATA_DIR: "" })).to.equal(folder);
    expect(await told({ HOME: "", XDG_DATA_HOME: "" })).to.equal(join(homedir(), ".local", "share", "sneq-engine"));
  });
});
