import type { ChatRequest, ProviderFactory } from "../../src/domain/provider.ts";
import { createRouter, type Router } from "../../src/router/router.ts";

/** A router whose chat tiers are answered by a script; each entry is an answer's text or something to throw. */
export function scriptedRouter(script: (string | Error)[] | ((request: ChatRequest, n: number) => string)): {
  router: Router;
  requests: ChatRequest[];
} {
  const requests: ChatRequest[] = [];
  const factory: ProviderFactory = {
    id: "scripted",
    create: () => ({
      async chat(request) {
        requests.push(request);
        const n = requests.length;
        const next = typeof script === "function" ? script(request, n) : script[Math.min(n, script.length) - 1];
        if (next instanceof Error) throw next;
        return { text: next ?? "", usage: {} };
      },
    }),
  };
  const tier = { primary: { provider: "scripted", model: "m" }, fallbacks: [] };
  const defaults = { timeoutMs: 2000, maxRetries: 0, backoff: { strategy: "fixed" as const, baseMs: 1 } };
  const config = { tiers: { heavy: tier, light: tier }, defaults };
  return { router: createRouter({ config, env: {}, factories: [factory], dataDir: "unused" }), requests };
}

/** A router without any model. */
export function modellessRouter(): Router {
  const defaults = { timeoutMs: 2000, maxRetries: 0, backoff: { strategy: "fixed" as const, baseMs: 1 } };
  return createRouter({ config: { tiers: {}, defaults }, env: {}, dataDir: "unused" });
}
