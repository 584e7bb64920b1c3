import type { ProviderRef } from "../domain/provider.ts";
import { failure } from "./failure.ts";

/** A space of vectors: all of one model and one length. `model` is `provider/model`. */
export interface EmbeddingSpace {
  model: string;
  dim: number;
}

// Lengths the vendors document for their models; a configuration's embeddingDim wins over this table.
const KNOWN_DIMS: Readonly<Record<string, number>> = {
  "text-embedding-3-small": 1536,
  "text-embedding-3-large": 3072,
  "text-embedding-ada-002": 1536,
  "mistral-embed": 1024,
  "codestral-embed": 1536,
  "gemini-embedding-001": 3072,
  "nomic-embed-text": 768,
  "mxbai-embed-large": 1024,
  "bge-m3": 1024,
  "all-minilm": 384,
  embeddinggemma: 768,
};

/** The name under which a campaign stores its space: vectors of one model from two providers need not compare. */
export function spaceName(ref: ProviderRef): string {
  if (ref.provider === "local") return "local";
  return `${ref.provider}/${ref.model ?? ""}`;
}

/** The space that a configuration's embeddings tier stands for. */
export function embeddingSpaceOf(ref: ProviderRef | undefined): { model: string; dim: number | undefined } | "local" {
  if (!ref || ref.provider === "local") return "local";
  // Local servers append a tag ("bge-m3:latest"), aggregators prefix a vendor ("openai/text-embedding-3-small").
  const bare = (ref.model ?? "").replace(/:[^/]*$/, "").replace(/^.*\//, "");
  return {
    model: spaceName(ref),
    dim: ref.embeddingDim ?? (Object.hasOwn(KNOWN_DIMS, bare) ? KNOWN_DIMS[bare] : undefined),
  };
}

/** Vectors as the store wants them, or a `MALFORMED` failure: one per text, finite, all of the expected length. */
export function checkVectors(vectors: number[][], count: number, dim: number | undefined): Float32Array[] {
  if (vectors.length !== count)
    throw failure("MALFORMED", `${count} texts were sent, ${vectors.length} vectors came back`);
  const length = dim ?? vectors[0]?.length ?? 0;
  return vectors.map((vector) => {
    if (!Array.isArray(vector) || vector.length !== length || length === 0) {
      throw failure("MALFORMED", `a vector has ${vector?.length ?? 0} numbers where ${length} are expected`);
    }
    if (!vector.every(Number.isFinite)) throw failure("MALFORMED", "a vector holds something that is no finite number");
    return Float32Array.from(vector);
  });
}
