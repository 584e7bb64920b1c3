import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { finish, PLUGIN_ROOT, TestProject } from "./support/project.ts";

const HOST = join(PLUGIN_ROOT, "..", "..", "bin", "run.js");

describe("The store linked into sneq-engine", () => {
  let project: TestProject;
  before(() => {
    project = new TestProject();
    mkdirSync(project.path("home"));
  });
  after(() => project.remove());

  const host = (...args: string[]) => {
    const home = project.path("home");
    const env = {
      ...process.env,
      HOME: home,
      XDG_DATA_HOME: join(home, "data"),
      XDG_CONFIG_HOME: join(home, "config"),
      XDG_CACHE_HOME: join(home, "cache"),
    };
    return finish(spawn(process.execPath, [HOST, ...args], { cwd: project.root, env }), "");
  };

  it("answers as the topic `store`, by its own contract", async () => {
    const linked = await host("plugins", "link", PLUGIN_ROOT);
    expect(linked.status, linked.stdout).to.equal(0);

    const dump = await host("store", "schema");
    expect(dump.status).to.equal(0);
    expect(JSON.parse(dump.stdout).project.prefix).to.equal("HB");

    const help = await host("store");
    expect(help.status).to.equal(0);
    expect(help.stdout).to.include("update-status");

    for (const [args, line] of [
      [["frobnicate"], /^Unknown command: frobnicate\n$/],
      [["list", "task", "--loud"], /^Error: .*--loud\n$/],
      [["read", "task", "NONE"], /^Entity not found: task NONE\n$/],
    ] as const) {
      const { status, stdout, stderr } = await host("store", ...args);
      expect([status, stdout], args.join(" ")).to.deep.equal([1, ""]);
      expect(stderr).to.match(line);
    }
  });
});
