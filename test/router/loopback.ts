import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request as a service saw it. */
export interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: the wire format of either vendor
  body: any;
}

/** What the stand-in service does with a request. */
export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  raw?: string;
  /** `hang`: no answer ever; `hang-body`: headers, then silence; `reset`: the connection is cut. */
  act?: "hang" | "hang-body" | "reset";
}

export interface Loopback {
  origin: string;
  calls: Received[];
  close(): Promise<void>;
}

/** A service on loopback that answers by a script. */
export async function loopback(reply: (call: Received, n: number) => Reply): Promise<Loopback> {
  const calls: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8");
      const call = { url: request.url ?? "", headers: request.headers, body: text ? JSON.parse(text) : undefined };
      calls.push(call);
      send(response, reply(call, calls.length));
    });
  });
  server.on("connection", (socket) => {
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, json, raw, act }: Reply): void {
  if (act === "hang") return;
  if (act === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", ...headers });
  if (act === "hang-body") {
    response.write('{"choices":[');
    return;
  }
  response.end(raw ?? JSON.stringify(json ?? {}));
}

/** A chat completion as the OpenAI wire format has it. */
export function completion(content: string | null, extra: { finish?: string; refusal?: string } = {}): unknown {
  return {
    id: "c",
    object: "chat.completion",
    created: 0,
    model: "m",
    choices: [
      {
        index: 0,
        finish_reason: extra.finish ?? "stop",
        message: { role: "assistant", content, refusal: extra.refusal ?? null },
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18, prompt_tokens_details: { cached_tokens: 5 } },
  };
}

/** A message as Anthropic's wire format has it. */
export function message(text: string | null, extra: { finish?: string } = {}): unknown {
  return {
    id: "m",
    type: "message",
    role: "assistant",
    model: "m",
    content: text === null ? [] : [{ type: "text", text }],
    stop_reason: extra.finish ?? "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 11, output_tokens: 7, cache_read_input_tokens: 5 },
  };
}
