import { failure } from "../failure.ts";

/** More than any answer, and than any batch of vectors, needs; a service that sends more is broken or hostile. */
export const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
export const MAX_VECTORS_BYTES = 32 * 1024 * 1024;

/**
 * `fetch` for an SDK, bound to one signal for the whole exchange: the SDKs stop watching once the headers are in, so a body
 * that never ends would hold its socket open. The body is read here, up to a limit.
 */
export function boundedFetch(signal: AbortSignal, maxBytes = MAX_ANSWER_BYTES): typeof fetch {
  return async (input, init) => {
    const both = init?.signal ? AbortSignal.any([signal, init.signal]) : signal;
    const response = await fetch(input, { ...init, signal: both });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      // Leaving the loop cancels the stream, which closes the connection.
      if (size > maxBytes) throw failure("MALFORMED", `the answer is larger than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // The bytes are decoded already: keeping these would make the reader decode or count them again.
    headers.delete("content-encoding");
    headers.delete("content-length");
    const empty = status === 204 || status === 304;
    return new Response(empty ? null : Buffer.concat(chunks), { status, statusText, headers });
  };
}
