import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Campaign } from "../../src/campaign.ts";
import type { ChatRequest, Provider, ProviderFactory } from "../../src/domain/provider.ts";
import { Engine } from "../../src/engine.ts";

type Say = string | Error | ((request: ChatRequest) => Promise<string> | string);

/** A model of the tests: what it is asked, and what it says next; the last word is repeated. */
export interface Model {
  asked: ChatRequest[];
  says: Say[];
}

/** What is embedded, and how; `down` makes the service fail. */
export interface Embedder {
  texts: string[][];
  vector(text: string): number[];
  down: Error | null;
}

export interface World {
  engine: Engine;
  campaign: Campaign;
  model: Model;
  embedder: Embedder;
  events: Record<string, unknown>[];
  path: string;
  close(): void;
}

/** A campaign on a real file, whose chat tiers are a scripted provider of a plugin; with `dim`, a remote space too. */
export async function world(options: { dim?: number; languages?: string[] } = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "sneq-models-"));
  const model: Model = { asked: [], says: [] };
  const embedder: Embedder = { texts: [], vector: () => [1, 0, 0], down: null };
  const ref = { provider: "scripted", model: "m" };
  const tier = { primary: ref, fallbacks: [] };
  const embeddings = { primary: { ...ref, embeddingDim: options.dim }, fallbacks: [] };
  const events: Record<string, unknown>[] = [];
  const path = join(folder, "canon.db");
  const engine = await Engine.open({
    db: path,
    config: {
      tiers: { heavy: tier, light: tier, ...(options.dim ? { embeddings } : {}) },
      defaults: { maxRetries: 0, timeoutMs: 5000 },
    },
    plugins: [{ api: 1, name: "scripted", providers: [scripted(model, embedder)] }],
    env: {},
    log: (event) => events.push(event),
  });
  const languages = options.languages ?? ["fr"];
  const campaign = await engine.createCampaign({ id: "c", languages });
  const close = () => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { engine, campaign, model, embedder, events, path, close };
}

function scripted(model: Model, embedder: Embedder): ProviderFactory {
  const provider: Provider = {
    async chat(request) {
      model.asked.push(request);
      const next = model.says.length > 1 ? model.says.shift() : model.says[0];
      if (next instanceof Error) throw next;
      const text = typeof next === "function" ? await next(request) : (next ?? "");
      return { text, usage: { inputTokens: 100, outputTokens: 10 } };
    },
    async embed(texts) {
      embedder.texts.push(texts);
      if (embedder.down) throw embedder.down;
      return { vectors: texts.map((text) => embedder.vector(text)), usage: { inputTokens: texts.length } };
    },
  };
  return { id: "scripted", create: () => provider };
}

/** The id of a new character. */
export async function character(campaign: Campaign, canonicalName: string, description = "forgeron"): Promise<string> {
  const made = await campaign.mentionEntity({ canonicalName, type: "PERSONNAGE", description });
  if (made.entityId === null) throw new Error(`${canonicalName} was not created`);
  return made.entityId;
}
