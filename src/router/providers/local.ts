import { localEmbedding } from "../../domain/local-embedding.ts";
import type { ProviderFactory } from "../../domain/provider.ts";

/** The built-in embeddings: computed in this process, no key, no network, no tokens. It answers no questions. */
export const local: ProviderFactory = {
  id: "local",
  create: () => ({
    embed: async (texts) => ({ vectors: texts.map((text) => Array.from(localEmbedding(text))), usage: {} }),
  }),
};
