import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { completion, loopback, message, type Reply } from "./loopback.ts";

const PROGRAM = fileURLToPath(new URL("./ask-once.ts", import.meta.url));

/** Runs a program that asks one question and then has nothing left to do. Resolves when its process has ended. */
function askOnce(provider: string, baseUrl: string, mode: "time-out" | "cancel"): Promise<string> {
  const child = spawn(process.execPath, ["--import", "tsx", PROGRAM, provider, baseUrl, mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  return new Promise((resolve) => child.on("close", () => resolve(said.trim())));
}

describe("a process that asked a model", () => {
  const silent: Reply[] = [{ act: "hang" }, { act: "hang-body" }];
  for (const provider of ["openai-compatible", "anthropic"]) {
    for (const reply of silent) {
      it(`ends although ${provider} never finishes its answer (${reply.act})`, async () => {
        const service = await loopback(() => reply);
        try {
          expect(await askOnce(provider, service.origin, "time-out")).to.equal("TIMEOUT");
          expect(await askOnce(provider, service.origin, "cancel")).to.equal("cancelled");
        } finally {
          await service.close();
        }
      });
    }

    it(`ends after an answer of ${provider}, although the service keeps the connection`, async () => {
      const text = '{"word":"yes"}';
      const json = provider === "anthropic" ? message(text) : completion(text);
      const service = await loopback(() => ({ json }));
      try {
        expect(await askOnce(provider, service.origin, "time-out")).to.equal("yes");
      } finally {
        await service.close();
      }
    });
  }
});
