import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { completion, loopback, message } from "./loopback.ts";
import { MODULE_HOOK, sdksAmong } from "./module-hook.ts";

const PROGRAM = fileURLToPath(new URL("./ask-once.ts", import.meta.url));
/** The SDKs among the modules that a process loads. */
async function sdksLoaded(provider: string, baseUrl: string, mode: "time-out" | "prepare"): Promise<string[]> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "--import", MODULE_HOOK, PROGRAM, provider, baseUrl, mode],
    {
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let modules = "";
  child.stderr.on("data", (chunk) => (modules += chunk));
  await new Promise((resolve) => child.on("close", resolve));
  expect(modules).to.include("/src/router/router.ts");
  return sdksAmong(modules);
}

describe("the SDKs", () => {
  it("are not loaded by a router that is made and asked whether it is configured", async () => {
    expect(await sdksLoaded("openai-compatible", "http://127.0.0.1:9", "prepare")).to.deep.equal([]);
  });

  for (const [provider, sdk, json] of [
    ["openai-compatible", "openai", completion('{"word":"yes"}')],
    ["anthropic", "@anthropic-ai/sdk", message('{"word":"yes"}')],
  ] as const) {
    it(`are loaded one at a time: ${sdk} when ${provider} is asked`, async () => {
      const service = await loopback(() => ({ json }));
      try {
        expect(await sdksLoaded(provider, service.origin, "time-out")).to.deep.equal([sdk]);
        expect(service.calls).to.have.length(1);
      } finally {
        await service.close();
      }
    });
  }
});
