// A program for the tests of processes: one question, then nothing that would keep the process alive. In the mode
// `prepare` nothing is asked.
import { z } from "zod";
import { loadConfig } from "../../src/config.ts";
import type { SneqError } from "../../src/errors.ts";
import { createRouter } from "../../src/router/router.ts";

const [provider = "", baseUrl = "", mode] = process.argv.slice(2);
const router = createRouter({
  config: {
    tiers: { heavy: { primary: { provider, model: "m", baseUrl }, fallbacks: [] } },
    defaults: {
      timeoutMs: mode === "cancel" ? 600_000 : 300,
      maxRetries: 0,
      backoff: { strategy: "fixed", baseMs: 1 },
    },
  },
  env: {},
  dataDir: "unused",
});
if (mode === "prepare") {
  await loadConfig();
  router.configured("heavy");
  router.embeddingModel();
  process.exit();
}
const stop = new AbortController();
if (mode === "cancel") setTimeout(() => stop.abort(new Error("cancelled")), 300);
const schema = z.strictObject({ word: z.string() });
const question = { purpose: "test", system: "s", user: "u", schema, schemaName: "word", signal: stop.signal };
try {
  const { value } = await router.ask("heavy", question);
  console.log(value.word);
} catch (error) {
  const { details, message } = error as SneqError;
  console.log((details as { providerCode: string } | undefined)?.providerCode ?? message);
}
